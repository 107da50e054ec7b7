-- A mail that tests a campaign: which, as whom it is written, and with which variant (docs/campaigns.md).
ALTER TABLE "transactional_mails" ADD COLUMN "campaign_id" UUID,
  ADD COLUMN "as_person_key" UUID,
  ADD COLUMN "variant" SMALLINT,
  ADD CONSTRAINT "transactional_mails_campaign_test" CHECK (
    CASE WHEN "campaign_id" IS NULL THEN "as_person_key" IS NULL AND "variant" IS NULL ELSE "is_test" AND coalesce("variant", 1) > 0 END
  );
-- It is made from the campaign.
ALTER TABLE "transactional_mails" DROP CONSTRAINT "transactional_mails_made_from";
ALTER TABLE "transactional_mails" ADD CONSTRAINT "transactional_mails_made_from" CHECK (
    ("template" = '') = ("template_id" IS NULL)
    AND CASE WHEN "template_id" IS NULL
            THEN "html_source" IS NOT NULL OR "text_source" IS NOT NULL OR "campaign_id" IS NOT NULL OR "erased_at" IS NOT NULL
        ELSE "html_source" IS NULL AND "text_source" IS NULL AND "campaign_id" IS NULL
    END
);
-- Finds what shows an erased person.
CREATE INDEX "transactional_mails_team_id_as_person_key_idx" ON "transactional_mails"("team_id", "as_person_key") WHERE "as_person_key" IS NOT NULL;

-- A large campaign is deleted in the background (docs/adr/0063).
ALTER TYPE "CampaignStatus" ADD VALUE 'deleting';
ALTER TABLE "campaigns" ADD COLUMN "messages_remaining" INTEGER CHECK ("messages_remaining" >= 0);
