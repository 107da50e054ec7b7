-- A campaign can wait for a moment (docs/campaigns.md).
ALTER TYPE "CampaignStatus" ADD VALUE 'scheduled' AFTER 'draft';
-- Which variant of its campaign a message carries, counted from 1. Null: the campaign has none, or none is chosen yet.
ALTER TABLE "messages" ADD COLUMN "variant" SMALLINT CHECK ("variant" > 0);
