CREATE INDEX CONCURRENTLY "transactional_mails_opened_idx" ON "transactional_mails"("team_id", "id") WHERE "opened_at" IS NOT NULL;
