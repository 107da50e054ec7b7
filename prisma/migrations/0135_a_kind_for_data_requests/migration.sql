-- By itself: a value cannot be used by the transaction that adds it. In this order mails are claimed.
ALTER TYPE "MessageKind" ADD VALUE 'data_request' AFTER 'confirmation';
