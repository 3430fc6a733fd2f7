"""The testing kit: scripted models, a fake provider over real HTTP, checks of tool schemas.

`FakeProvider` and `check_tools` use the extra `testing`: `pip install 'golem-sdk[testing]'`.
The pytest plugin, with fixtures for the first two, is `golem_sdk.testing.plugin`; pytest finds it by itself.
"""

from golem_sdk.testing.check import check_tools
from golem_sdk.testing.exchange import Reply, SentRequest, StreamEnd
from golem_sdk.testing.fake import FakeProvider, Responder
from golem_sdk.testing.script import CallArgs, Failure, Script, Step, call
from golem_sdk.testing.scripted import ScriptedModel

__all__ = [
    "CallArgs",
    "Failure",
    "FakeProvider",
    "Reply",
    "Responder",
    "Script",
    "ScriptedModel",
    "SentRequest",
    "Step",
    "StreamEnd",
    "call",
    "check_tools",
]
