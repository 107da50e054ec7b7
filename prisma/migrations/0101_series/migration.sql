-- Campaigns that are sent again and again, from a feed or without one (docs/campaigns.md). `recurrence` is {rule, start, timezone}.
-- An occurrence is a campaign of its own: `series_id` names the campaign that recurs, `occurs_at` its moment, once each.
ALTER TABLE "campaigns" ADD COLUMN "recurrence" JSONB,
  ADD COLUMN "series_id" UUID,
  ADD COLUMN "occurs_at" TIMESTAMPTZ(3),
  ADD COLUMN "feed_url" TEXT,
  ADD COLUMN "feed" JSONB,
  ADD COLUMN "feed_checked_at" TIMESTAMPTZ(3),
  ADD COLUMN "feed_error" TEXT,
  ADD COLUMN "feed_new_count" INTEGER,
  ADD COLUMN "feed_etag" TEXT,
  ADD COLUMN "feed_modified" TEXT,
  ADD CONSTRAINT "campaigns_recurrence_check" CHECK (jsonb_typeof("recurrence") = 'object'),
  ADD CONSTRAINT "campaigns_feed_check" CHECK (jsonb_typeof("feed") = 'object'),
  ADD CONSTRAINT "campaigns_feed_recurs" CHECK ("feed_url" IS NULL OR "recurrence" IS NOT NULL),
  ADD CONSTRAINT "campaigns_occurrence_check" CHECK (("series_id" IS NULL) = ("occurs_at" IS NULL)),
  ADD CONSTRAINT "campaigns_occurrence_recurs_not" CHECK ("series_id" IS NULL OR "recurrence" IS NULL);

CREATE UNIQUE INDEX "campaigns_team_id_series_id_occurs_at_key" ON "campaigns"("team_id", "series_id", "occurs_at");

-- The entries of its feed that a recurring campaign has seen, by a hash of their ids.
CREATE TABLE "feed_entries" (
    "team_id" INTEGER NOT NULL,
    "campaign_id" UUID NOT NULL,
    "key" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "feed_entries_pkey" PRIMARY KEY ("team_id","campaign_id","key")
);

ALTER TABLE "feed_entries" ADD CONSTRAINT "feed_entries_team_id_campaign_id_fkey" FOREIGN KEY ("team_id", "campaign_id") REFERENCES "campaigns"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
