# A decoder that does not take text | str bytes
from world import Weather, model

from golem_sdk import Agent


def decode(text: bytes) -> Weather:
    return Weather(temp=len(text))


agent = Agent(model).with_decoder(
    decode,  # E: arg-type reportArgumentType
)
