CREATE INDEX CONCURRENTLY "people_team_id_email_idx" ON "people"("team_id", "email") WHERE "email" IS NOT NULL;
