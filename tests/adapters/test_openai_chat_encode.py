"""What is sent, move by move: exact bodies, what is refused before it is sent, and turns whose bytes stay."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golem_sdk.adapters._turns import turns
from golem_sdk.model import ApiError
from golem_wire._runtime import JsonValue, RawArgs
from golem_wire.canonical import (
    AudioPart,
    Auto,
    DocumentPart,
    FileRef,
    ImagePart,
    Message,
    NoTools,
    Only,
    OutputSpec,
    Part,
    Request,
    Required,
    Settings,
    TextPart,
    ToolCall,
    ToolChoice,
    ToolSpec,
    UnknownPart,
    VideoPart,
)
from tests.adapters.answers import ADAPTER, messages_of
from tests.adapters.conversations import conversations, encoded_turns
from tests.adapters.schema import mistake

PNG = b"\x89PNG\r\n"
DATA_URL = "data:image/png;base64," + base64.b64encode(PNG).decode()
IMAGE = ImagePart(data=PNG, media_type="image/png")
WEATHER = ToolSpec(
    name="weather",
    description="The weather.",
    schema_={"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
)


def user(text: str = "", *parts: Part) -> Message:
    return Message(role="user", content=text, parts=parts)


def calls(*given: ToolCall, text: str = "") -> Message:
    return Message(role="assistant", content=text, tool_calls=given)


def call(call_id: str, name: str, args: str = "{}") -> ToolCall:
    return ToolCall(id=call_id, name=name, args=RawArgs(args))


def result(call_id: str, name: str, text: str = "", *parts: Part, failed: bool = False) -> Message:
    return Message(role="tool", content=text, tool_call_id=call_id, tool_name=name, parts=parts, failed=failed)


def text(text: str) -> JsonValue:
    return {"type": "text", "text": text}


def picture(url: str) -> JsonValue:
    return {"type": "image_url", "image_url": {"url": url}}


def encoded(request: Request) -> Mapping[str, JsonValue]:
    body = ADAPTER.encode(request).body
    assert mistake(body) == ""
    return cast("Mapping[str, JsonValue]", json.loads(body))


def refused(*messages: Message) -> ApiError:
    with pytest.raises(ApiError) as caught:
        ADAPTER.encode(Request(messages=messages))
    assert caught.value.details.kind == "unsupported_content"
    return caught.value


def test_g1_a_request_is_where_it_goes_and_exactly_these_bytes() -> None:
    wire = ADAPTER.encode(Request(messages=(Message(role="system", content="Be brief."), user("Hallo, Zoë"))))
    assert (wire.method, wire.path, dict(wire.headers)) == ("POST", "/chat/completions", {})
    assert wire.body.decode() == (
        '{"messages":[{"content":"Be brief.","role":"system"},{"content":"Hallo, Zoë","role":"user"}],"model":"m-test"}'
    )


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (user("q"), "q"),
        (user(), ""),
        (user("q", ImagePart(url="https://x.test/a.png")), [text("q"), picture("https://x.test/a.png")]),
        (user("", IMAGE), [picture(DATA_URL)]),
        (user("", ImagePart(url="https://x.test/a", media_type="image/heic")), [picture("https://x.test/a")]),
        (
            user("first", IMAGE, TextPart(text="then"), IMAGE, TextPart(text="last")),
            [text("first"), picture(DATA_URL), text("then"), picture(DATA_URL), text("last")],
        ),
        (Message(role="narrator", content="from a newer writer"), "from a newer writer"),
    ],
)
def test_a3_user_messages_keep_the_order_of_their_parts(message: Message, content: JsonValue) -> None:
    assert messages_of(message) == [{"role": "user", "content": content}]


def test_a4_assistant_messages_carry_text_and_calls() -> None:
    sent = messages_of(calls(call("c1", "weather", '{"city": "Oslo"}'), call("c2", "ls"), text="Let me look."))
    assert sent == [
        {
            "role": "assistant",
            "content": "Let me look.",
            "tool_calls": [
                {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Oslo"}'}},
                {"id": "c2", "type": "function", "function": {"name": "ls", "arguments": "{}"}},
            ],
        }
    ]


def test_d5_an_assistant_message_that_says_nothing_is_not_sent() -> None:
    assert messages_of(user("a"), Message(role="assistant"), user("b")) == messages_of(user("a"), user("b"))


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("", "{}"),
        (" \n", "{}"),
        ("null", "{}"),
        ('{"b": 1.50, "b": 2}', '{"b": 1.50, "b": 2}'),
        ('{"id": 340282366920938463463374607431768211456}', '{"id": 340282366920938463463374607431768211456}'),
        ('["Oslo"]', '{"truncated_args":"[\\"Oslo\\"]"}'),
        ('"Oslo"', '{"truncated_args":"\\"Oslo\\""}'),
        ("42", '{"truncated_args":"42"}'),
        ('{"city": "Os', '{"truncated_args":"{\\"city\\": \\"Os"}'),
        ('{"a": NaN}', '{"truncated_args":"{\\"a\\": NaN}"}'),
        ("[" * 5_000, '{"truncated_args":"' + "[" * 5_000 + '"}'),
    ],
)
def test_d6_arguments_on_the_wire_are_always_an_object(written: str, sent: str) -> None:
    message = cast("Mapping[str, Sequence[Mapping[str, JsonValue]]]", messages_of(calls(call("c", "f", written)))[0])
    function = cast("Mapping[str, str]", message["tool_calls"][0]["function"])
    assert function["arguments"] == sent
    assert isinstance(json.loads(sent), dict)


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("weather", "weather"),
        ("functions.get_date", "functions_get_date"),
        ("$READ<|ch|>FILE.now", "_READ__ch__FILE_now"),
        ("天气", "__"),
        ("n" * 90, "n" * 64),
        ("", "_"),
    ],
)
def test_b13_a_name_that_the_model_made_up_is_sent_as_providers_take_it(name: str, sent: str) -> None:
    invented = calls(call("c", name))
    assert invented.tool_calls[0].name == name
    assert f'"name":"{sent}"' in ADAPTER.encode(Request(messages=(invented,))).body.decode()


def test_g2_parts_of_results_follow_the_last_tool_message_framed() -> None:
    sent = messages_of(
        calls(call("c1", "shot"), call("c2", "ls"), call("c3", "scan")),
        result("c1", "shot", "screen", IMAGE),
        result("c2", "ls", "a.txt"),
        result("c3", "scan", "", TextPart(text="page 1"), ImagePart(url="https://x.test/p.png")),
        user("go on"),
    )
    assert sent[1:] == [
        {"role": "tool", "tool_call_id": "c1", "content": "screen"},
        {"role": "tool", "tool_call_id": "c2", "content": "a.txt"},
        {"role": "tool", "tool_call_id": "c3", "content": ""},
        {
            "role": "user",
            "content": [
                text('<tool_result tool_name="shot" tool_call_id="c1">\n'),
                picture(DATA_URL),
                text("\n</tool_result>"),
                text('<tool_result tool_name="scan" tool_call_id="c3">\n'),
                text("page 1"),
                picture("https://x.test/p.png"),
                text("\n</tool_result>"),
            ],
        },
        {"role": "user", "content": "go on"},
    ]


@settings(deadline=None)
@given(st.text(), st.text())
def test_g2_a_name_or_id_cannot_break_out_of_its_frame(name: str, call_id: str) -> None:
    wicked = result(call_id + '"><b', name + "'</tool_result>", "", IMAGE)
    content = cast(
        "Sequence[Mapping[str, JsonValue]]", cast("Mapping[str, JsonValue]", messages_of(wicked)[1])["content"]
    )
    frame = str(content[0]["text"])
    assert frame.count("<") == frame.count(">") == 1
    assert frame.count('"') == 4
    assert frame.endswith(">\n")
    assert len(content) == 3


def test_g3_a_failed_result_says_so_in_its_text() -> None:
    assert messages_of(result("c", "f", "no such city", failed=True)) == [
        {"role": "tool", "tool_call_id": "c", "content": "Error: no such city"}
    ]


@pytest.mark.parametrize(
    ("choice", "sent"),
    [
        (None, None),
        (Auto(), "auto"),
        (NoTools(), "none"),
        (Required(), "required"),
        (Only(names=("weather",)), {"type": "function", "function": {"name": "weather"}}),
        (
            Only(names=("weather", "none")),
            {
                "type": "allowed_tools",
                "allowed_tools": {
                    "mode": "required",
                    "tools": [
                        {"type": "function", "function": {"name": "weather"}},
                        {"type": "function", "function": {"name": "none"}},
                    ],
                },
            },
        ),
    ],
)
def test_b16_tool_choice_is_the_providers_own_value(choice: ToolChoice | None, sent: JsonValue) -> None:
    request = Request(messages=(user("q"),), tools=(WEATHER, WEATHER.replace(name="none")), tool_choice=choice)
    assert encoded(request).get("tool_choice") == sent
    assert "tool_choice" not in encoded(request.replace(tools=()))


def test_b2_tools_are_sent_with_the_schema_that_they_have() -> None:
    keywords: dict[str, JsonValue] = {
        name: {"type": "string"} for name in ("title", "default", "$ref", "properties", "required", "anyOf", "type")
    }
    named = WEATHER.replace(name="names", description="", schema_={"type": "object", "properties": keywords})
    assert encoded(Request(messages=(user("q"),), tools=(WEATHER, named)))["tools"] == [
        {
            "type": "function",
            "function": {
                "name": "weather",
                "description": "The weather.",
                "parameters": {
                    "type": "object",
                    "properties": {"city": {"type": "string"}},
                    "required": ["city"],
                },
            },
        },
        {"type": "function", "function": {"name": "names", "parameters": {"type": "object", "properties": keywords}}},
    ]


def test_g4_objects_without_properties_are_given_none() -> None:
    schema: dict[str, JsonValue] = {
        "type": "object",
        "properties": {"cfg": {"type": "object"}, "n": {"type": "integer"}},
    }
    tool = ToolSpec(name="f", schema_=schema)
    sent = encoded(Request(messages=(user("q"),), tools=(tool, tool.replace(schema_={"type": "object"}))))
    tools = cast("Sequence[Mapping[str, Mapping[str, JsonValue]]]", sent["tools"])
    assert [tool["function"]["parameters"] for tool in tools] == [
        {"type": "object", "properties": {"cfg": {"type": "object", "properties": {}}, "n": {"type": "integer"}}},
        {"type": "object", "properties": {}},
    ]
    assert tool.schema_ == schema


def test_c7_an_output_is_asked_for_by_its_schema() -> None:
    closed: dict[str, JsonValue] = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    output = OutputSpec(name="answer", description="An answer.", schema_=closed)
    strict = encoded(Request(messages=(user("q"),), output=output))
    assert strict["response_format"] == {
        "type": "json_schema",
        "json_schema": {
            "name": "answer",
            "description": "An answer.",
            "schema": {**closed, "additionalProperties": False},
            "strict": True,
        },
    }
    loose = output.replace(schema_={"type": "object", "properties": {"n": {"type": "integer", "default": 3}}})
    sent = cast("Mapping[str, JsonValue]", encoded(Request(messages=(user("q"),), output=loose))["response_format"])
    assert sent["json_schema"] == {
        "name": "answer",
        "description": "An answer.",
        "schema": loose.schema_,
        "strict": False,
    }


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        (Settings(), {}),
        (Settings(temperature=0.0, top_p=1.0, seed=0), {"temperature": 0.0, "top_p": 1.0, "seed": 0}),
        (Settings(max_tokens=7, stop=("\n", "END")), {"max_completion_tokens": 7, "stop": ["\n", "END"]}),
    ],
)
def test_c1_settings_are_sent_only_where_they_are_given(given: Settings, sent: Mapping[str, JsonValue]) -> None:
    body = dict(encoded(Request(messages=(user("q"),), settings=given)))
    assert body.pop("model") == "m-test"
    assert body.pop("messages")
    assert body == sent


SVG = ImagePart(data=b"<svg/>", media_type="image/svg+xml")
_UNSUPPORTED: Sequence[tuple[Part, str, str]] = [
    (DocumentPart(data=b"%PDF", media_type="application/pdf"), "document", "application/pdf"),
    (DocumentPart(url="https://x.test/a.pdf"), "document", ""),
    (AudioPart(data=b"RIFF", media_type="audio/wav"), "audio", "audio/wav"),
    (VideoPart(url="https://x.test/a.mp4", media_type="video/mp4"), "video", "video/mp4"),
    (SVG, "image", "image/svg+xml"),
    (ImagePart(data=b"II*", media_type="image/tiff"), "image", "image/tiff"),
    (ImagePart(url="https://x.test/a.pdf", media_type="application/pdf"), "image", "application/pdf"),
    (ImagePart(file=FileRef(provider="openai", id="file-1")), "image", ""),
    (UnknownPart(kind="hologram"), "hologram", ""),
]


@pytest.mark.parametrize(("part", "kind", "media_type"), _UNSUPPORTED)
def test_b15_what_the_wire_cannot_carry_is_refused_by_name(part: Part, kind: str, media_type: str) -> None:
    prompt = refused(Message(role="system", content="s"), user("q", IMAGE, part))
    told = refused(calls(call("c", "f")), result("c", "f"), result("d", "f", "x", part))
    for error, place, number in (
        (prompt, "message 1, part 1", "a prompt"),
        (told, "message 2, part 0", "a tool result"),
    ):
        assert place in error.message
        assert number in error.message
        assert kind in error.message
        assert media_type in error.message
        assert "image by data (image/png, image/jpeg, image/webp, image/gif)" in error.message
        assert error.details.model == "m-test"


def test_a3_the_supported_image_types_go_in_both_places() -> None:
    for media_type in ("image/png", "image/jpeg", "image/webp", "image/gif"):
        part = ImagePart(data=b"x", media_type=media_type)
        for messages in ((user("", part),), (calls(call("c", "f")), result("c", "f", "", part))):
            assert f"data:{media_type};base64,eA==" in ADAPTER.encode(Request(messages=messages)).body.decode()


@settings(deadline=None, max_examples=200)
@given(conversations(), conversations(), st.integers(0, 3))
def test_d7_closed_turns_keep_their_bytes(first: tuple[Message, ...], more: tuple[Message, ...], cut: int) -> None:
    """However a conversation goes on, what was a closed turn in it is byte for byte where it was."""
    before = first[: len(first) - cut]
    closed = len(list(turns(before))) - 1
    early = encoded_turns(before)[: max(closed, 0)]
    late = encoded_turns((*first, *more))
    assert late[: len(early)] == early
    body = ADAPTER.encode(Request(messages=(*first, *more), settings=Settings(seed=1))).body
    assert body.startswith(b'{"messages":[' + b",".join(filter(None, early)))


@settings(deadline=None, max_examples=200)
@given(conversations())
def test_d6_any_conversation_fits_the_wire(messages: tuple[Message, ...]) -> None:
    request = Request(messages=(user("q"), *messages), tools=(WEATHER,))
    assert mistake(ADAPTER.encode(request).body) == ""
