CREATE INDEX CONCURRENTLY "automation_runs_team_id_ended_at_idx" ON "automation_runs"("team_id", "ended_at")
  WHERE "ended_at" IS NOT NULL AND "emptied_at" IS NULL;
