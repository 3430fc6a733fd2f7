# Events are a closed set, and observers take them (passes) |
from typing import assert_never

from world import model

from golem_sdk import Agent, Event

heard: list[Event] = []


def watch(event: Event) -> None:
    match event.kind:
        case "run_start" | "model_start" | "model_end" | "tool_start" | "tool_end" | "deferred":
            heard.append(event)
        case "canceled" | "output_rejected" | "retry_wait" | "fallback" | "limit" | "run_end":
            heard.append(event)
        case _:
            assert_never(event.kind)


agent = Agent(model, observers=[watch, heard.append])
