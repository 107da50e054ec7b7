-- What inboxes show after the subject, and what is added to the links of a campaign (docs/campaigns.md).
ALTER TABLE "campaigns" ADD COLUMN "preheader" TEXT,
  ADD COLUMN "utm" JSONB,
  ADD CONSTRAINT "campaigns_utm_check" CHECK (jsonb_typeof(utm) = 'object');
