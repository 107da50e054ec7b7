CREATE INDEX CONCURRENTLY "subscribers_team_id_import_id_id_idx" ON "subscribers"("team_id", "import_id", "id") WHERE "import_id" IS NOT NULL;
