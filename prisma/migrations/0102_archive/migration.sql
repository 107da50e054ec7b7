-- Sent campaigns that anybody may read (docs/campaigns.md), newest first.
ALTER TABLE "campaigns" ADD COLUMN "archive" BOOLEAN NOT NULL DEFAULT false;

CREATE INDEX "campaigns_archive_idx" ON "campaigns"("team_id", "list_id", "ended_at", "id") WHERE "archive" AND "status" = 'sent';

-- A list by its public id alone: whoever reads its archive names no team.
CREATE INDEX "lists_id_idx" ON "lists"("id");
