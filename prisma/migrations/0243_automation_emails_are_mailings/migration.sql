-- offline: processes of older versions expect automation e-mails among the campaigns

INSERT INTO "mailings" ("team_id", "id", "list_id", "template_id", "automation_id", "automation_version", "automation_step", "subject",
    "from_email", "from_name", "tracking", "content", "content_of", "content_at", "messages_removed_at")
  SELECT "team_id", "id", "list_id", "template_id", "automation_id", "automation_version", "automation_step", "subject",
    "from_email", "from_name", "tracking", coalesce("content", '{}'), coalesce("content_of", ''), "updated_at", "messages_removed_at"
  FROM "campaigns" WHERE "automation_id" IS NOT NULL;

INSERT INTO "mailings" ("team_id", "id", "list_id", "template_id", "campaign_id")
  SELECT c."team_id", c."id", c."list_id", c."template_id", c."id" FROM "campaigns" c
  WHERE c."automation_id" IS NULL AND (c."enqueued_at" IS NOT NULL
    OR EXISTS (SELECT FROM "messages" m WHERE m."team_id" = c."team_id" AND m."campaign_id" = c."id" AND m."campaign_id" IS NOT NULL)
    OR EXISTS (SELECT FROM "campaign_counts" k WHERE k."team_id" = c."team_id" AND k."campaign_id" = c."id")
    OR EXISTS (SELECT FROM "campaign_links" k WHERE k."team_id" = c."team_id" AND k."campaign_id" = c."id"));

ALTER TABLE "messages" DROP CONSTRAINT "messages_team_id_campaign_id_fkey", DROP CONSTRAINT "messages_made_from",
  DROP CONSTRAINT "messages_run_check";
ALTER TABLE "campaign_counts" DROP CONSTRAINT "campaign_counts_team_id_campaign_id_fkey";
ALTER TABLE "campaign_links" DROP CONSTRAINT "campaign_links_team_id_campaign_id_fkey";

UPDATE "messages" m SET "kind" = 'automation' FROM "mailings" g
  WHERE g."team_id" = m."team_id" AND g."id" = m."campaign_id" AND m."campaign_id" IS NOT NULL AND g."automation_id" IS NOT NULL;

UPDATE "outcomes" o SET "kind" = 'automation' FROM "mailings" g
  WHERE g."team_id" = o."team_id" AND g."id" = o."campaign_id" AND g."automation_id" IS NOT NULL;

-- A campaign counts its messages by state in columns; an automation e-mail counts them like its other figures.
INSERT INTO "campaign_counts" ("team_id", "campaign_id", "what", "detail", "variant", "holder", "count")
  SELECT c."team_id", c."id", figure."what", '', 0, 0, figure."count" FROM "campaigns" c
  CROSS JOIN LATERAL (VALUES ('sent', c."sent_count"), ('failed', c."failed_count"), ('unknown', c."unknown_count")) figure("what", "count")
  WHERE c."automation_id" IS NOT NULL AND figure."count" <> 0;

DELETE FROM "campaigns" WHERE "automation_id" IS NOT NULL;

ALTER TABLE "campaigns" DROP COLUMN "automation_id", DROP COLUMN "automation_version", DROP COLUMN "automation_step",
  DROP COLUMN "content_of";

ALTER TABLE "messages" ADD CONSTRAINT "messages_team_id_campaign_id_fkey" FOREIGN KEY ("team_id", "campaign_id")
  REFERENCES "mailings"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "messages" ADD CONSTRAINT "messages_made_from" CHECK (
    CASE "kind"
        WHEN 'transactional' THEN "mail_id" IS NOT NULL AND "mail_id" = "id" AND "subscriber_id" IS NULL AND "campaign_id" IS NULL AND "person_key" IS NULL
        WHEN 'confirmation' THEN "subscriber_id" IS NOT NULL AND "mail_id" IS NULL AND "campaign_id" IS NULL AND "person_key" IS NULL AND "run_id" IS NULL
        WHEN 'data_request' THEN "subscriber_id" IS NOT NULL AND "mail_id" IS NULL AND "campaign_id" IS NULL AND "person_key" IS NULL AND "run_id" IS NULL
        WHEN 'campaign' THEN "campaign_id" IS NOT NULL AND "person_key" IS NOT NULL AND "mail_id" IS NULL AND "subscriber_id" IS NULL AND "run_id" IS NULL
        WHEN 'automation' THEN "campaign_id" IS NOT NULL AND "person_key" IS NOT NULL AND "mail_id" IS NULL AND "subscriber_id" IS NULL AND "run_id" IS NOT NULL
        ELSE false
    END
);
ALTER TABLE "campaign_counts" ADD CONSTRAINT "campaign_counts_team_id_campaign_id_fkey" FOREIGN KEY ("team_id", "campaign_id")
  REFERENCES "mailings"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "campaign_links" ADD CONSTRAINT "campaign_links_team_id_campaign_id_fkey" FOREIGN KEY ("team_id", "campaign_id")
  REFERENCES "mailings"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Due automation e-mails are claimed by team, like other mails. Retries go first.
CREATE INDEX "messages_of_automations_due_idx" ON "messages"("team_id", "due_at")
  WHERE "kind" = 'automation' AND "state" IN ('queued', 'deferred');
CREATE INDEX "messages_of_automations_retries_idx" ON "messages"("team_id", "due_at")
  WHERE "kind" = 'automation' AND "state" IN ('queued', 'deferred') AND "failures" > 0;
