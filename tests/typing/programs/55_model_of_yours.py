# Models and HTTP clients are met by structure, and override keeps the agent's types (passes) |
from typing import assert_type

import httpx
import httpx2
from world import Roster, Weather, model, roster_tool

from golem_sdk import Agent, Message, Model, Request, Response, Usage
from golem_sdk.models import HTTPModel
from golem_sdk.models.openai import OpenAIChat
from golem_sdk.testing import ScriptedModel


class Parrot:
    name = "parrot"

    async def request(self, request: Request) -> Response:
        message = Message(role="assistant", content=request.messages[-1].content)
        return Response(message=message, usage=Usage(input=1, output=1))


agent = Agent(Parrot(), deps_type=Roster, output=Weather, tools=[roster_tool])
models: list[Model] = [
    Parrot(),
    ScriptedModel(),
    OpenAIChat("gpt-5.2", client=httpx.AsyncClient()),
    HTTPModel(model.adapter, client=httpx2.AsyncClient()),
]

with agent.override(model=models[0], tools=[roster_tool]) as same:
    assert_type(same, Agent[Roster, Weather])
