# A result of another output, and of the base | RunResult Weather
from world import Weather

from golem_sdk import RunResult


async def main(base: RunResult[object], text: RunResult) -> None:
    one: RunResult[Weather] = base  # E: assignment reportAssignmentType
    two: RunResult[Weather] = text  # E: assignment reportAssignmentType
    print(one, two)
