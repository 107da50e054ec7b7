-- The e-mail of an automation's step to a list. It counts and carries messages as a campaign does, and is shown as none.
ALTER TABLE "campaigns" ADD COLUMN "automation_id" UUID,
  ADD COLUMN "automation_version" INTEGER,
  ADD COLUMN "automation_step" TEXT,
  ADD CONSTRAINT "campaigns_automation_check" CHECK (
    ("automation_id" IS NULL) = ("automation_version" IS NULL) AND ("automation_id" IS NULL) = ("automation_step" IS NULL));

CREATE UNIQUE INDEX "campaigns_automation_key" ON "campaigns"("team_id", "automation_id", "automation_step", "automation_version", "list_id")
  WHERE "automation_id" IS NOT NULL;

ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_team_id_automation_id_fkey" FOREIGN KEY ("team_id", "automation_id") REFERENCES "automations"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- The run whose step filed a message. A campaign has one message per person; the e-mail of a step has one per person and run.
ALTER TABLE "messages" ADD COLUMN "run_id" UUID,
  ADD CONSTRAINT "messages_run_check" CHECK ("run_id" IS NULL OR "kind" = 'campaign');
DROP INDEX "messages_team_id_campaign_id_person_key_key";
CREATE UNIQUE INDEX "messages_once_key" ON "messages"("team_id", "campaign_id", "person_key", (coalesce("run_id", '00000000-0000-0000-0000-000000000000'::uuid)))
  WHERE "campaign_id" IS NOT NULL;

-- Finds the messages of automations that are old. They never end as campaigns do.
CREATE INDEX "messages_of_runs_idx" ON "messages"("team_id", "campaign_id", "id") WHERE "run_id" IS NOT NULL;

-- With sender "automation": which of its e-mails it was.
ALTER TABLE "touches" ADD COLUMN "email_id" UUID,
  ADD CONSTRAINT "touches_email_check" CHECK (("email_id" IS NOT NULL) = ("sender" = 'automation'));
ALTER TABLE "sales" ADD COLUMN "email_id" UUID,
  ADD CONSTRAINT "sales_email_check" CHECK (("email_id" IS NOT NULL) = ("sender" IS NOT NULL AND "sender" = 'automation'));

-- The run whose step filed a mail: once each.
ALTER TABLE "transactional_mails" ADD COLUMN "automation_id" UUID,
  ADD COLUMN "automation_step" TEXT,
  ADD COLUMN "run_id" UUID,
  ADD CONSTRAINT "transactional_mails_automation_check" CHECK (
    ("automation_id" IS NULL) = ("automation_step" IS NULL) AND ("automation_id" IS NULL) = ("run_id" IS NULL));
CREATE UNIQUE INDEX "transactional_mails_once_key" ON "transactional_mails"("team_id", "run_id", "automation_step") WHERE "run_id" IS NOT NULL;
