# A match over the kinds of events that forgets one | Literal run_end
from typing import assert_never

from golem_sdk import Event


def watch(event: Event) -> None:
    match event.kind:
        case "run_start" | "model_start" | "model_end" | "tool_start" | "tool_end" | "deferred":
            print(event.turn)
        case "canceled" | "output_rejected" | "retry_wait" | "fallback" | "limit":
            print(event.turn)
        case _:
            assert_never(event.kind)  # E: arg-type reportArgumentType
