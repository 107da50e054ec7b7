-- Soft bounces before this moment no longer count against the person: they were lifted (docs/feedback.md).
ALTER TABLE "people" ADD COLUMN "soft_bounces_from" TIMESTAMPTZ(3);
