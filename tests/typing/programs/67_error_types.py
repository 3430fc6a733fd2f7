# Everything in an error has a type (passes) |
from collections.abc import Mapping
from typing import assert_type

from world import model

from golem_sdk import Agent, Canceled, Evidence, ModelError, RunCanceled, RunError, RunErrorData, load_messages

agent = Agent(model)


async def main() -> None:
    try:
        await agent.run("x")
    except ModelError as error:
        assert_type(error.status, int | None)
        assert_type(error.retry_after, float | None)
        assert_type(error.headers, Mapping[str, str])
        assert_type(error.request_id, str)
    except RunCanceled as error:
        assert_type(error.reason, str)
    except RunError as error:
        assert_type(error.partial, Evidence)
        assert_type(error.data, RunErrorData)
        assert_type(error.find(Canceled), Canceled | None)
        assert_type(RunError.from_json(error.to_json()), RunError)
        await agent.run(history=load_messages(""))
