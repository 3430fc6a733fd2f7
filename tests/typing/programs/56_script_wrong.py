# A scripted call of a function that is no tool | Roster Tool
from world import roster_exec

from golem_sdk.testing import ScriptedModel, call

ScriptedModel().call(roster_exec)  # E: arg-type reportArgumentType
call(roster_exec)  # E: arg-type reportArgumentType
