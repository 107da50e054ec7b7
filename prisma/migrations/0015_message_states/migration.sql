-- By itself: a value cannot be used by the transaction that adds it.
ALTER TYPE "MessageKind" ADD VALUE 'campaign';
ALTER TYPE "MessageState" ADD VALUE 'deferred';
ALTER TYPE "MessageState" ADD VALUE 'unknown';
ALTER TYPE "MessageState" ADD VALUE 'withheld';
