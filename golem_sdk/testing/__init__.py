"""The testing kit: scripted models, a fake provider over real HTTP, checks of tool schemas."""

from golem_sdk.testing.script import Failure, Script, Step, call
from golem_sdk.testing.scripted import ScriptedModel

__all__ = ["Failure", "Script", "ScriptedModel", "Step", "call"]
