"""What slicing does to a provider's types, on schemas small enough to read."""

import pytest

from golem_codegen.document import JsonObject, JsonValue, SpecError, Where
from golem_codegen.slice import slice_document
from golem_codegen.sources.python_types import definition_name, name_definitions

WHERE = Where("spec/providers/acme/wire.schema.json")
TEXT: JsonObject = {"type": "string"}


def obj(required: list[str] | None = None, **properties: JsonValue) -> JsonObject:
    return {"type": "object", "properties": properties, "required": [*(required or [])]}


def const(value: str) -> JsonObject:
    return {"const": value, "type": "string"}


def ref(name: str) -> JsonObject:
    return {"$ref": f"#/$defs/{name}"}


def sliced(root: str, **defs: JsonValue) -> JsonObject:
    document: JsonObject = {"$defs": defs, "x-roots": {"request": f"#/$defs/{root}"}}
    result = slice_document(document, WHERE)["$defs"]
    assert isinstance(result, dict)
    return result


def test_only_what_the_roots_reach_is_kept() -> None:
    defs = sliced(
        "Request",
        Request=obj(parts={"type": "array", "items": {"anyOf": [ref("Part"), {"type": "null"}]}}),
        Part=obj(next=ref("Part"), extra={"type": "object", "additionalProperties": ref("Extra")}),
        Extra=TEXT,
        Stranger=obj(part=ref("Part")),
    )
    assert sorted(defs) == ["Extra", "Part", "Request"]


def test_a_reference_to_nothing_is_an_error_that_names_it() -> None:
    with pytest.raises(SpecError, match=r"/\$defs/Request/properties/part/\$ref: .*Lost.*rule: no-dangling-reference"):
        sliced("Request", Request=obj(part=ref("Lost")))


def test_properties_with_the_names_of_keywords_are_properties() -> None:
    """The properties of a tool's input schema are called `properties` and `type`, on more than one wire."""
    tool = obj(["properties"], properties=ref("Map"), items=ref("Map"), anyOf=ref("Map"), title=TEXT)
    defs = sliced("Tool", Tool=tool, Map={"type": "object", "additionalProperties": True, "title": "Map"})
    assert defs == {"Tool": tool, "Map": {"type": "object", "additionalProperties": True}}


def test_prose_goes_and_a_property_called_description_stays() -> None:
    tool = obj(description={**TEXT, "title": "Description", "description": "What the tool does."}, title=TEXT)
    defs = sliced("Tool", Tool={**tool, "title": "Tool", "description": "A tool.", "examples": [{}]})
    assert defs == {"Tool": obj(description=TEXT, title=TEXT)}


def test_data_is_no_schema() -> None:
    member: JsonObject = {
        "default": {"title": "kept", "$ref": "#/$defs/Nowhere"},
        "enum": [{"description": "kept"}],
    }
    assert sliced("Tool", Tool=obj(member=member)) == {"Tool": obj(member=member)}


def test_branches_that_are_files_are_dropped() -> None:
    path: JsonObject = {"type": "string", "format": "path"}
    binary: JsonObject = {"type": "string", "format": "binary"}
    defs = sliced(
        "Image",
        Image=obj(one={"anyOf": [TEXT, path]}, two={"anyOf": [TEXT, binary, {"type": "null"}], "default": None}),
    )
    assert defs == {"Image": obj(one=TEXT, two={"anyOf": [TEXT, {"type": "null"}], "default": None})}


def test_a_required_distinct_constant_becomes_the_discriminator() -> None:
    text, image = obj(["type", "text"], type=const("text"), text=TEXT), obj(["type"], type=const("image"))
    defs = sliced("Part", Part={"anyOf": [ref("Text"), ref("Image")]}, Text=text, Image=image)
    mapping: JsonObject = {"text": "#/$defs/Text", "image": "#/$defs/Image"}
    assert defs["Part"] == {
        "oneOf": [ref("Text"), ref("Image")],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(obj(["type"], type=const("text")), id="same constant"),
        pytest.param(obj(type=const("image")), id="constant not required"),
        pytest.param(obj(["type"], type=TEXT), id="no constant"),
        pytest.param(obj(["kind"], kind=const("image")), id="other property"),
        pytest.param(TEXT, id="no object"),
    ],
)
def test_no_discriminator_where_the_facts_show_none(other: JsonObject) -> None:
    union: JsonObject = {"anyOf": [ref("Text"), ref("Other")]}
    text = obj(["type"], type=const("text"))
    assert sliced("Part", Part=union, Text=text, Other=other)["Part"] == union


def test_no_discriminator_where_a_branch_is_null() -> None:
    union: JsonObject = {"anyOf": [ref("Text"), ref("Image"), {"type": "null"}]}
    text, image = obj(["type"], type=const("text")), obj(["type"], type=const("image"))
    assert sliced("Part", Part=union, Text=text, Image=image)["Part"] == union


def test_inline_objects_are_named_by_owner_and_property() -> None:
    call = obj(tool_call={"type": "array", "items": obj(function=obj(name=TEXT))}, labels={"type": "object"})
    assert sliced("Message", Message=call) == {
        "Message": obj(tool_call={"type": "array", "items": ref("MessageToolCall")}, labels={"type": "object"}),
        "MessageToolCall": obj(function=ref("MessageToolCallFunction")),
        "MessageToolCallFunction": obj(name=TEXT),
    }


def test_inline_branches_are_named_by_their_tags_and_discriminated() -> None:
    text, url = obj(["type"], type=const("text")), obj(["type"], type=const("image_url"))
    defs = sliced("Message", Message=obj(content={"anyOf": [text, url]}))
    assert defs["MessageContentText"] == text
    assert defs["MessageContentImageUrl"] == url
    content = defs["Message"]
    assert isinstance(content, dict)
    assert "'propertyName': 'type'" in str(content["properties"])


def test_inline_branches_that_nothing_tells_apart_are_an_error_and_not_numbered() -> None:
    with pytest.raises(SpecError, match=r"/\$defs/MessageContent: .*rule: unique-names"):
        sliced("Message", Message=obj(content={"anyOf": [obj(a=TEXT), obj(b=TEXT)]}))


def test_streaming_twins_become_one_object() -> None:
    no: JsonObject = {"anyOf": [{"const": False, "type": "boolean"}, {"type": "null"}]}
    yes: JsonObject = {"const": True, "type": "boolean"}
    defs = sliced(
        "Request",
        Request={"anyOf": [ref("Whole"), ref("Stream")]},
        Whole={**obj(["model"], model=TEXT, stream=no), "title": "Whole"},
        Stream={**obj(["model", "stream"], model=TEXT, stream=yes), "title": "Stream"},
    )
    either: JsonObject = {"anyOf": [{"type": "boolean"}, {"type": "null"}]}
    assert defs == {"Request": obj(["model"], model=TEXT, stream=either)}


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(obj(["b"], a={"const": True, "type": "boolean"}, b=TEXT), id="other required"),
        pytest.param(obj(["a"], a={"const": True, "type": "boolean"}, b=TEXT, c=TEXT), id="one property more"),
        pytest.param(obj(["a"], a=const("true"), b=TEXT), id="no flag"),
    ],
)
def test_a_root_of_two_objects_that_differ_in_more_than_a_flag_stays_a_union(other: JsonObject) -> None:
    union: JsonObject = {"anyOf": [ref("A"), ref("B")]}
    defs = sliced("Request", Request=union, A=obj(["a"], a={"const": False, "type": "boolean"}, b=TEXT), B=other)
    assert defs["Request"] == union


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("openai.types.chat.chat_completion.ChatCompletion", "ChatCompletion"),
        ("openai.types.chat.chat_completion.Choice", "ChatCompletionChoice"),
        ("pkg.tool_call_param.Function", "ToolCallParamFunction"),
        ("pkg.response_format_json_object.ResponseFormatJSONObject", "ResponseFormatJSONObject"),
        ("pkg.completion_create_params.CompletionCreateParamsBase", "CompletionCreateParamsBase"),
    ],
)
def test_a_definition_is_named_by_its_own_module_and_class(path: str, name: str) -> None:
    assert definition_name(path) == name


def extracted(*paths: str) -> JsonObject:
    """Return what the extractor prints for a root that refers to these classes."""
    keys = {path.replace(".", "__"): path for path in paths}
    return {
        "schemas": {"request": {"anyOf": [ref(key) for key in keys]}},
        "$defs": {key: obj() for key in keys},
        "origins": {**keys},
    }


def test_a_root_that_is_an_alias_becomes_a_definition() -> None:
    document = name_definitions(extracted("pkg.a.A", "pkg.b.C"), {"request": "pkg.call:Params"}, WHERE)
    assert document == {
        "$defs": {"A": obj(), "BC": obj(), "CallParams": {"anyOf": [ref("A"), ref("BC")]}},
        "x-roots": {"request": "#/$defs/CallParams"},
    }


def test_two_classes_that_would_share_a_name_are_an_error_that_names_both() -> None:
    with pytest.raises(SpecError, match=r"pkg\.a\.tool\.Tool and pkg\.b\.tool\.Tool .*rule: unique-names"):
        name_definitions(extracted("pkg.a.tool.Tool", "pkg.b.tool.Tool"), {"request": "pkg.call:Params"}, WHERE)


def test_a_class_that_is_sent_and_has_a_twin_is_called_param() -> None:
    """Vendors keep what is sent in packages of their own, under the names of what is answered."""
    paths = ("pkg.shared.filter.Filter", "pkg.shared_params.filter.Filter", "pkg.shared_params.color.Color")
    document = name_definitions(extracted(*paths), {"request": "pkg.call:Params"}, WHERE)
    assert document["$defs"] == {
        "Filter": obj(),
        "FilterParam": obj(),
        "Color": obj(),
        "CallParams": {"anyOf": [ref("Filter"), ref("FilterParam"), ref("Color")]},
    }
