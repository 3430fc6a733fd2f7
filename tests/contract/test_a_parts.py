"""A3: parts. What is known is checked, what is not is kept, and nothing that cannot be read is ever sent."""

from __future__ import annotations

import pytest

from golem_sdk import (
    Agent,
    ApiError,
    ImagePart,
    Message,
    ModelError,
    Part,
    Request,
    UnsupportedContent,
    dump_messages,
    image,
    load_messages,
    validate,
)
from golem_sdk.adapters.openai_chat import OpenAIChatAdapter
from golem_sdk.testing import ScriptedModel
from golem_wire.canonical import AudioPart, DocumentPart, FileRef, Response, TextPart, UnknownPart, VideoPart
from tests.contract.kit import failure, user


def with_parts(*parts: Part) -> Message:
    return Message(role="user", content="see", parts=parts)


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        ('{"kind":"image","data":"AQID","mediaType":"image/png","name":"a.png"}', ImagePart),
        ('{"kind":"document","url":"https://h/a.pdf","mediaType":"application/pdf"}', DocumentPart),
        ('{"kind":"audio","data":"AA==","mediaType":"audio/wav"}', AudioPart),
        ('{"kind":"video","file":{"provider":"gemini","id":"f1"}}', VideoPart),
        ('{"kind":"text","text":"between"}', TextPart),
        ('{"kind":"hologram","depth":3,"data":"!!!"}', UnknownPart),
        ('{"kind":"image","data":"!!!","mediaType":"image/png","name":"n"}', UnknownPart),
        ('{"kind":"image","data":"AQI","mediaType":"image/png","zz":[1]}', ImagePart),
        ('{"kind":"image","url":5}', UnknownPart),
        ('{"url":"https://h/x"}', UnknownPart),
    ],
)
def test_a3_every_part_loads_and_what_cannot_be_read_is_kept_unchanged(part: str, kind: type[Part]) -> None:
    text = f'[{{"role":"user","parts":[{part}]}}]'
    messages = load_messages(text)
    assert type(messages[0].parts[0]) is kind
    # Base64 without its padding is read, and written with it.
    assert dump_messages(messages) == text.replace('"AQI"', '"AQI="')


def test_a3_data_is_bytes_in_python_and_base64_in_json() -> None:
    part = load_messages('[{"role":"user","parts":[{"kind":"image","data":"AQID","mediaType":"m"}]}]')[0].parts[0]
    assert isinstance(part, ImagePart)
    assert part.data == b"\x01\x02\x03"
    assert part.to_value()["data"] == "AQID"


@pytest.mark.parametrize(
    ("part", "rule", "says"),
    [
        (ImagePart(), "part", "message 1, part 0: the image needs exactly one of url, data and file; it has none"),
        (ImagePart(url="u", data=b"x", media_type="m"), "part", "it has url and data"),
        (ImagePart(url="u", file=FileRef(id="f")), "part", "it has url and file"),
        (AudioPart(data=b"x"), "part", "message 1, part 0: the audio's data needs a media_type"),
        (UnknownPart(kind="hologram"), "unknown-part", "message 1, part 0: a part of unknown kind 'hologram'"),
        (UnknownPart(kind="image"), "unknown-part", "message 1, part 0: the image cannot be read"),
    ],
)
def test_a3_validate_names_message_part_and_rule(part: Part, rule: str, says: str) -> None:
    (problem,) = validate([user(), with_parts(part)])
    assert (problem.message, problem.part, problem.rule) == (1, 0, rule)
    assert says in str(problem)


@pytest.mark.parametrize(
    "part",
    [
        ImagePart(url="u"),
        ImagePart(data=b"x", media_type="image/png"),
        ImagePart(file=FileRef(provider="p", id="f")),
        TextPart(text="t"),
    ],
)
def test_a3_validate_has_nothing_to_say_of_a_sound_part(part: Part) -> None:
    assert validate([with_parts(part)]) == ()


@pytest.mark.parametrize("role", ["system", "assistant"])
def test_a3_parts_go_on_user_and_tool_messages_only(role: str) -> None:
    (problem,) = validate([Message(role=role, parts=(ImagePart(url="u"),))])
    assert (problem.message, problem.part, problem.rule) == (0, None, "parts-role")
    assert validate([Message(role="tool", parts=(ImagePart(url="u"),))]) == ()


def test_a3_image_refuses_what_validate_would_refuse() -> None:
    with pytest.raises(ValueError, match="exactly one"):
        image()
    with pytest.raises(ValueError, match="media_type"):
        image(data=b"x")
    assert image(data=b"x", media_type="image/png") == ImagePart(data=b"x", media_type="image/png")


@pytest.mark.parametrize(
    "part", [UnknownPart(kind="hologram"), UnknownPart(kind="image"), DocumentPart(url="https://h/a.pdf")]
)
def test_a3_a_part_that_the_wire_cannot_carry_is_never_sent(part: Part) -> None:
    request = Request(messages=(user(), with_parts(ImagePart(url="u"), part)))
    with pytest.raises(ApiError, match="message 1, part 1") as caught:
        OpenAIChatAdapter("m").encode(request)
    assert caught.value.details.kind == "unsupported_content"
    assert part.kind in str(caught.value)


class Encoding(ScriptedModel):
    """A model that encodes what it is asked, as every model over HTTP does first."""

    async def request(self, request: Request) -> Response:
        OpenAIChatAdapter("m").encode(request)
        return await super().request(request)


@pytest.mark.anyio
async def test_a3_an_unknown_part_of_a_history_is_an_unsupported_content_of_the_run() -> None:
    history = load_messages('[{"role":"user","parts":[{"kind":"hologram","depth":3}]}]')
    model = Encoding()
    error = await failure(Agent(model).run("see", history=history))
    assert isinstance(error, UnsupportedContent)
    assert isinstance(error, ModelError)
    assert error.stage == "model"
    assert "message 0, part 0" in str(error)
    assert "image by url" in str(error)
    assert error.partial.messages[0] == history[0]
    assert model.requests == []


@pytest.mark.anyio
async def test_a3_text_between_parts_keeps_its_place() -> None:
    model = ScriptedModel().text("ok")
    await Agent(model).run(["Compare", "these:", image(url="a"), "with", image(url="b"), "now"])
    sent = model.requests[0].messages[-1]
    assert sent.to_json().startswith(
        '{"role":"user","content":"Compare\\nthese:","parts":[{"kind":"image","url":"a"},{"kind":"text","text":"with"},'
        '{"kind":"image","url":"b"},{"kind":"text","text":"now"}]'
    )
