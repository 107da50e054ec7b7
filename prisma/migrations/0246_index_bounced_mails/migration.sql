CREATE INDEX CONCURRENTLY "transactional_mails_bounced_idx" ON "transactional_mails"("team_id", "id") WHERE "bounced_at" IS NOT NULL;
