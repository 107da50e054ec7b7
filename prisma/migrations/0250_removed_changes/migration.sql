-- Of a feed: the number of the last removed change of each kind, so that a cursor of other kinds is not too old (docs/adr/0187).
ALTER TABLE "webhooks" ADD COLUMN "feed_removed" JSONB;
