CREATE INDEX CONCURRENTLY "subscribers_team_id_list_id_updated_at_id_idx" ON "subscribers"("team_id", "list_id", "updated_at", "id");
