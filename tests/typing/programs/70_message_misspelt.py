# A message made with a misspelt field | contents
from golem_sdk import Message

message = Message(role="user", contents="x")  # E: call-arg reportCallIssue
