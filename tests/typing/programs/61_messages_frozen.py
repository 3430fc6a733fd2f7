# A message's fields cannot be assigned | content
from golem_sdk import Message

message = Message(role="user", content="x")
message.content = "y"  # E: misc reportAttributeAccessIssue
