# Message.replace with a value of another type | content str
from golem_sdk import Message

message = Message(role="user", content="x")
message.replace(content=None)  # E: arg-type reportArgumentType
