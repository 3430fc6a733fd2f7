# Message.replace with a misspelt field | contents
from golem_sdk import Message

message = Message(role="user", content="x")
message.replace(contents="y")  # E: call-arg reportCallIssue
