-- Deliveries are taken by webhook, and those of steps by address: one that is down delays no other of its host. An expression instead of a
-- column: what was filed before has it too.
DROP INDEX "webhook_deliveries_team_id_host_due_at_id_idx";
CREATE INDEX "webhook_deliveries_lanes_idx" ON "webhook_deliveries"
  ("team_id", "host", coalesce("webhook_id"::text, left("url", 500)), "due_at", "id") WHERE "state" = 'pending';

-- Numbers the notifications of a team in the order in which things happened.
ALTER TABLE "webhook_turns" ADD COLUMN "sequence" BIGINT NOT NULL DEFAULT 0;
