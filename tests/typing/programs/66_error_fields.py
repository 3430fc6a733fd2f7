# An error's fields may be missing | None
from world import model

from golem_sdk import Agent, ModelError, RateLimited

agent = Agent(model)


async def main() -> None:
    try:
        await agent.run("x")
    except RateLimited as error:
        wait: float = error.retry_after  # E: assignment reportAssignmentType
        print(wait)
    except ModelError as error:
        status: int = error.status  # E: assignment reportAssignmentType
        print(status)
