# A scripted call with what are no arguments | BaseModel Mapping JsonValue
from world import search_tool

from golem_sdk.testing import ScriptedModel

ScriptedModel().call(search_tool, 5)  # E: arg-type reportArgumentType
