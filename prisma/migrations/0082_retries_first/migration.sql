-- What was deferred once goes before what was never tried: few rows, which no other statement touches.
CREATE INDEX "messages_team_id_campaign_id_retries_idx" ON "messages"("team_id", "campaign_id", "due_at")
    WHERE "campaign_id" IS NOT NULL AND "state" IN ('queued', 'deferred') AND "failures" > 0;
