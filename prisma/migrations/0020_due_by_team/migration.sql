-- What is due is claimed team by team, so that none of them keeps the others waiting.
DROP INDEX "messages_kind_due_at_idx";
CREATE INDEX "messages_team_id_kind_due_at_idx" ON "messages"("team_id", "kind", "due_at")
    WHERE "campaign_id" IS NULL AND "state" IN ('queued', 'deferred');
