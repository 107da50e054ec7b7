-- What one transaction files is due at one moment: without the id, who takes deliveries sorts all of them each time.
DROP INDEX "webhook_deliveries_team_id_host_due_at_idx";
CREATE INDEX "webhook_deliveries_team_id_host_due_at_id_idx" ON "webhook_deliveries"("team_id", "host", "due_at", "id") WHERE "state" = 'pending';
