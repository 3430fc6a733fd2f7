# Message.replace with a misspelt field | contents
from golem_sdk import Message

message = Message(role="user", content="x")
message.replace(contents="y")  # E: call-arg reportCallIssue
misspelt = Message(role="user", contents="x")  # E: call-arg reportCallIssue
