-- The address of the feed to which the page at feed_url links. Null: feed_url is the feed itself, or was not asked yet.
ALTER TABLE "campaigns" ADD COLUMN "feed_found_url" TEXT;
