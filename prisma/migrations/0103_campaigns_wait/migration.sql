-- When a campaign is sent, and what holds it back (docs/campaigns.md).
ALTER TABLE "campaigns" ADD COLUMN "scheduled_at" TIMESTAMPTZ(3),
  ADD COLUMN "scheduled_for" TEXT CHECK ("scheduled_for" ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$'),
  ADD COLUMN "timezone" TEXT,
  ADD COLUMN "messages_per_minute" INTEGER CHECK ("messages_per_minute" > 0),
  ADD COLUMN "paced_until" TIMESTAMPTZ(3),
  ADD COLUMN "send_from" TEXT CHECK ("send_from" ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  ADD COLUMN "send_to" TEXT CHECK ("send_to" ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  ADD COLUMN "ignore_frequency" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "pause_reason" TEXT,
  ADD COLUMN "brake_from" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "brake_hard_bounces" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "brake_complaints" INTEGER NOT NULL DEFAULT 0,
  ADD CONSTRAINT "campaigns_schedule_check" CHECK (
    (status <> 'scheduled' OR "scheduled_at" IS NOT NULL) AND ("timezone" IS NULL) = ("scheduled_for" IS NULL)),
  ADD CONSTRAINT "campaigns_window_check" CHECK (
    ("send_from" IS NULL) = ("send_to" IS NULL) AND "send_from" <> "send_to");
CREATE INDEX "campaigns_scheduled_at_idx" ON "campaigns" ("scheduled_at") WHERE status = 'scheduled';
-- How many messages of campaigns a person gets in so many days, and when the brake stops a campaign: in percent of the
-- messages that were sent or refused. Null: never.
ALTER TABLE "teams" ADD COLUMN "frequency_messages" INTEGER CHECK ("frequency_messages" > 0),
  ADD COLUMN "frequency_days" INTEGER CHECK ("frequency_days" > 0),
  ADD COLUMN "brake_hard_bounces" DOUBLE PRECISION DEFAULT 5 CHECK ("brake_hard_bounces" BETWEEN 0 AND 100),
  ADD COLUMN "brake_complaints" DOUBLE PRECISION DEFAULT 0.3 CHECK ("brake_complaints" BETWEEN 0 AND 100),
  ADD CONSTRAINT "teams_frequency_check" CHECK (("frequency_messages" IS NULL) = ("frequency_days" IS NULL));
