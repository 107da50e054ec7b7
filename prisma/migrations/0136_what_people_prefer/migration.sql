-- What a person has chosen on the page of preferences.
ALTER TABLE "people"
  ADD COLUMN "paused_until" TIMESTAMPTZ(3),
  ADD COLUMN "frequency_messages" INTEGER,
  ADD COLUMN "frequency_days" INTEGER,
  ADD CONSTRAINT "people_frequency_check" CHECK (("frequency_messages" IS NULL) = ("frequency_days" IS NULL)
    AND "frequency_messages" > 0 AND "frequency_days" BETWEEN 1 AND 365) NOT VALID;

-- Why a person left, if they said so.
ALTER TABLE "subscriber_changes"
  ADD COLUMN "reason" TEXT,
  ADD CONSTRAINT "subscriber_changes_reason_check" CHECK ("reason" IS NULL OR "kind" = 'unsubscribed'
    AND "reason" IN ('too_often', 'not_relevant', 'never_signed_up', 'not_needed', 'other')) NOT VALID;

-- Counts the reasons of a list: few say one.
CREATE INDEX "subscriber_changes_team_id_reason_subscriber_id_idx" ON "subscriber_changes"("team_id", "reason", "subscriber_id")
  WHERE "reason" IS NOT NULL;

-- The reason is a fact of the message by which they left. What is there fits the narrower rule, so it is not read again.
ALTER TABLE "message_facts" DROP CONSTRAINT "message_facts_what_check";
ALTER TABLE "message_facts" ADD CONSTRAINT "message_facts_what_check" CHECK ("what" IN
  ('opened', 'clicked', 'clicked_link', 'unsubscribed', 'bounced', 'hard_bounce', 'soft_bounce', 'complained',
   'left_too_often', 'left_not_relevant', 'left_never_signed_up', 'left_not_needed', 'left_other')) NOT VALID;

-- A message with the link to a person's data is made from a subscription, as a confirmation is.
ALTER TABLE "messages" DROP CONSTRAINT "messages_made_from";
ALTER TABLE "messages" ADD CONSTRAINT "messages_made_from" CHECK (
    CASE "kind"
        WHEN 'transactional' THEN "mail_id" IS NOT NULL AND "mail_id" = "id" AND "subscriber_id" IS NULL AND "campaign_id" IS NULL AND "person_key" IS NULL
        WHEN 'confirmation' THEN "subscriber_id" IS NOT NULL AND "mail_id" IS NULL AND "campaign_id" IS NULL AND "person_key" IS NULL
        WHEN 'data_request' THEN "subscriber_id" IS NOT NULL AND "mail_id" IS NULL AND "campaign_id" IS NULL AND "person_key" IS NULL
        WHEN 'campaign' THEN "campaign_id" IS NOT NULL AND "person_key" IS NOT NULL AND "mail_id" IS NULL AND "subscriber_id" IS NULL
        ELSE false
    END
) NOT VALID;
