# A value in place of the output's type | TypeForm
from world import model

from golem_sdk import Agent

agent = Agent(
    model,
    output=1,  # E: arg-type reportArgumentType
)
