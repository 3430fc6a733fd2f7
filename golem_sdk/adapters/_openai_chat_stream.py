"""OpenAI Chat Completions as it streams: chunks folded into the answer that would have come whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from golem_sdk.adapters._calls_stream import CallPieces, PartialCall
from golem_sdk.adapters._data import folded, provider_data
from golem_sdk.adapters._parse import parse, why
from golem_sdk.adapters._sse import EventStream, StreamEvent
from golem_sdk.model import ApiError
from golem_wire import canonical as c
from golem_wire._runtime import AdapterFacts, JsonValue
from golem_wire.openai_chat import wire as w

__all__ = ["OpenAIChatStream"]


class OpenAIChatStream:
    """Folds one stream; `respond` says what a whole answer means, `fail` what a body that is none of its chunks does.

    Assembled and whole answers are equal, because they are read by the same code.
    """

    def __init__(
        self,
        facts: AdapterFacts,
        respond: Callable[[w.ChatCompletion, w.ChatCompletionChoice, Mapping[str, JsonValue]], c.Response],
        fail: Callable[[bytes, str], ApiError],
    ) -> None:
        self._facts, self._respond, self._fail = facts, respond, fail
        self._events = EventStream(facts.event_limit)
        self._texts: dict[str, list[str]] = {}
        self._extra: dict[str, JsonValue] = {}
        self._calls = CallPieces()
        self._old_call = CallPieces()
        self._data: dict[str, JsonValue] = {}
        self._model = ""
        self._finish: str | None = None
        self._usage: w.CompletionUsage | None = None
        self.done: bool = False

    def feed(self, data: bytes) -> Sequence[c.Delta]:
        """What these bytes add. Raises ApiError for an error in the stream, with what had arrived."""
        return self._taken(self._events.feed(data))

    def finish(self) -> c.Response:
        """The whole response. Raises ApiError, with what had arrived, where the end mark is missing."""
        self._taken(self._events.finish(), cut="stream_incomplete")
        if not self.done:
            raise self._failed(b"", f"the stream ended without {self._facts.stream_end}", "stream_incomplete")
        if (response := self._arrived()) is None:
            raise self._failed(b"", "the stream held no answer")
        return response

    def _taken(self, events: Iterator[StreamEvent], cut: c.ErrorKind | None = None) -> list[c.Delta]:
        deltas: list[c.Delta] = []
        try:
            for event in events:
                if self.done:
                    break
                deltas += self._event(event)
        except (ValueError, RecursionError) as error:
            raise self._failed(b"", why(error), cut) from error
        return deltas

    def _event(self, event: StreamEvent) -> list[c.Delta]:
        if event.data.strip() == self._facts.stream_end:
            self.done = True
            return []
        body = event.data.encode()
        if event.name == "error":
            raise self._failed(body, "it ends in an error")
        if not body.strip():  # only keeps the connection open
            return []
        chunk = parse(w.ChatCompletionChunk, body)
        if chunk.error is not None:
            raise self._failed(body, "it ends in an error")
        for key, value in provider_data(self._facts, body).items():
            self._data[key] = folded(self._data.get(key), value)
        self._model = self._model or chunk.model or ""
        self._usage = chunk.usage or self._usage
        # Further choices were not asked for.
        return self._choice(chunk.choices[0]) if chunk.choices else []

    def _choice(self, choice: w.ChatCompletionChunkChoice) -> list[c.Delta]:
        self._finish = choice.finish_reason or self._finish
        sent = choice.delta
        if sent is None:
            return []
        self._keep(sent.model_extra or {})
        thoughts = self._thoughts(sent)
        text = self._text(sent)
        calls = tuple(self._piece(piece) for piece in sent.tool_calls or ())
        if (old := sent.function_call) is not None:
            self._old_call.add(0, "", old.name or "", old.arguments or "")
        self._add("refusal", sent.refusal)
        return [c.Delta(content=text, thinking=thoughts, tool_calls=calls)] if text or thoughts or calls else []

    def _text(self, sent: w.ChatCompletionChunkChoiceDelta) -> str:
        if isinstance(sent.content, str):
            return self._add("content", sent.content)
        texts = [chunk.text or "" for chunk in sent.content or () if isinstance(chunk, w.ContentTextChunk)]
        return self._add("content", "".join(texts))

    def _thoughts(self, sent: w.ChatCompletionChunkChoiceDelta) -> tuple[c.ThinkingDelta, ...]:
        # Some hosts send the same text in both.
        same = self._add("reasoning", sent.reasoning)
        told = self._add("reasoning_content", sent.reasoning_content) or same
        if not isinstance(sent.content, str):
            for chunk in sent.content or ():
                if isinstance(chunk, w.ContentThinkingChunk):
                    told += self._add("thinking", _thinking(chunk))
        return (c.ThinkingDelta(text=told),) if told else ()

    def _piece(self, piece: w.ChatCompletionChunkChoiceDeltaToolCall) -> c.ToolCallDelta:
        name, arguments = (piece.function.name, piece.function.arguments) if piece.function else (None, None)
        return self._calls.add(piece.index, piece.id or "", name or "", arguments or "")

    def _add(self, key: str, text: str | None) -> str:
        if text:
            self._texts.setdefault(key, []).append(text)
        return text or ""

    def _keep(self, extra: Mapping[str, JsonValue]) -> None:
        """Keys that nothing reads: texts and lists grow, anything else is replaced."""
        for key, value in extra.items():
            before = self._extra.get(key)
            if isinstance(before, str) and isinstance(value, str):
                self._extra[key] = before + value
            elif isinstance(before, list | tuple) and isinstance(value, list | tuple):
                self._extra[key] = _joined(before, value)
            elif value is not None:
                self._extra[key] = value

    def _failed(self, body: bytes, reason: str, kind: c.ErrorKind | None = None) -> ApiError:
        error = self._fail(body, reason)
        if kind is not None:
            error = ApiError(f"{self._facts.name}: {reason}", error.details.replace(kind=kind))
        return ApiError(error.message, error.details, arrived=self._arrived())

    def _arrived(self) -> c.Response | None:
        message = self._message()
        if len(message) == 1 and self._finish is None:
            return None
        whole = w.ChatCompletionMessage.model_validate(message)
        choice = w.ChatCompletionChoice(finish_reason=self._finish, message=whole)
        answer = w.ChatCompletion(model=self._model, choices=(choice,), usage=self._usage)
        return self._respond(answer, choice, self._data)

    def _message(self) -> dict[str, JsonValue]:
        """The message as it would have come whole."""
        message: dict[str, JsonValue] = {"role": "assistant", **self._extra}
        texts = {key: "".join(pieces) for key, pieces in self._texts.items()}
        if thinking := texts.pop("thinking", ""):
            chunks: list[JsonValue] = [{"type": "thinking", "thinking": [{"type": "text", "text": thinking}]}]
            if "content" in texts:
                chunks.append({"type": "text", "text": texts.pop("content")})
            message["content"] = chunks
        message.update(texts)
        if self._calls:
            message["tool_calls"] = [_call(call) for call in self._calls]
        for call in self._old_call:
            message["function_call"] = {"name": call.name, "arguments": call.arguments}
        return message


def _joined(before: Iterable[JsonValue], more: Iterable[JsonValue]) -> list[JsonValue]:
    """One list of both; an item goes on with the last one where it has its type and index."""
    out = list(before)
    for item in more:
        last = out[-1] if out else None
        if isinstance(last, Mapping) and isinstance(item, Mapping) and _goes_on(last, item):
            out[-1] = {**last, **{key: value for key, value in item.items() if value}, **_grown(last, item)}
        else:
            out.append(item)
    return out


def _goes_on(last: Mapping[str, JsonValue], item: Mapping[str, JsonValue]) -> bool:
    same = all(last.get(key) == item.get(key) is not None for key in ("type", "index"))
    return same and "data" not in item  # what is encrypted comes whole


def _grown(last: Mapping[str, JsonValue], item: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    texts = ((key, last.get(key), item.get(key)) for key in ("text", "summary"))
    return {key: old + new for key, old, new in texts if isinstance(old, str) and isinstance(new, str)}


def _thinking(chunk: w.ContentThinkingChunk) -> str:
    inner = chunk.thinking
    return inner if isinstance(inner, str) else "".join(part.text or "" for part in inner or ())


def _call(call: PartialCall) -> Mapping[str, JsonValue]:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
