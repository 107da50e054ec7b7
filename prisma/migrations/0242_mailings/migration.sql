-- What messages, their counts and their links belong to: a campaign whose messages are in the ledger, or an automation e-mail to
-- a list (docs/adr/0181).
CREATE TABLE "mailings" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "list_id" UUID NOT NULL,
    "template_id" UUID NOT NULL,
    "campaign_id" UUID,
    "automation_id" UUID,
    "automation_version" INTEGER,
    "automation_step" TEXT,
    "subject" TEXT,
    "from_email" TEXT,
    "from_name" TEXT,
    "tracking" BOOLEAN,
    "content" JSONB,
    "content_of" TEXT,
    "content_at" TIMESTAMPTZ(3),
    "messages_removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "mailings_pkey" PRIMARY KEY ("team_id","id"),
    -- Exactly the columns of a campaign, or of an automation e-mail.
    CONSTRAINT "mailings_made_from" CHECK (CASE WHEN "campaign_id" IS NOT NULL
        THEN "campaign_id" = "id" AND num_nonnulls("automation_id", "automation_version", "automation_step", "subject", "from_email",
            "from_name", "tracking", "content", "content_of", "content_at", "messages_removed_at") = 0
        ELSE num_nulls("automation_id", "automation_version", "automation_step", "tracking", "content", "content_of", "content_at") = 0
    END)
);

CREATE UNIQUE INDEX "mailings_team_id_campaign_id_key" ON "mailings"("team_id", "campaign_id");
CREATE UNIQUE INDEX "mailings_automation_key" ON "mailings"("team_id", "automation_id", "automation_step", "automation_version", "list_id");
CREATE INDEX "mailings_team_id_list_id_idx" ON "mailings"("team_id", "list_id");

-- Finds the automations that show a picture, as campaigns_media_folders_idx finds campaigns.
CREATE INDEX "mailings_media_folders_idx" ON "mailings" USING GIN (media_folders(coalesce("content"::text, '')));

ALTER TABLE "mailings" ADD CONSTRAINT "mailings_team_id_list_id_fkey" FOREIGN KEY ("team_id", "list_id") REFERENCES "lists"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_team_id_campaign_id_fkey" FOREIGN KEY ("team_id", "campaign_id") REFERENCES "campaigns"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_team_id_automation_id_fkey" FOREIGN KEY ("team_id", "automation_id") REFERENCES "automations"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
