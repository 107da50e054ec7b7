CREATE INDEX CONCURRENTLY "people_team_id_created_at_key_idx" ON "people"("team_id", "created_at", "key") WHERE "email" IS NOT NULL;
