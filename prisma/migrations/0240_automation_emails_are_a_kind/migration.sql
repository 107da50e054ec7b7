-- offline: processes of older versions cannot claim such messages
-- By itself: a value cannot be used by the transaction that adds it.
ALTER TYPE "MessageKind" ADD VALUE 'automation';
