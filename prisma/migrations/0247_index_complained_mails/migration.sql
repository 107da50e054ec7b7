CREATE INDEX CONCURRENTLY "transactional_mails_complained_idx" ON "transactional_mails"("team_id", "id") WHERE "complained_at" IS NOT NULL;
