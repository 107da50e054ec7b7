-- Changes to any number of people in the background (docs/adr/0206).
CREATE TYPE "BulkUpdateStatus" AS ENUM ('waiting', 'running', 'completed', 'failed', 'cancelled');

CREATE TABLE "bulk_updates" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "people" JSONB,
    "status" "BulkUpdateStatus" NOT NULL DEFAULT 'waiting',
    "total" INTEGER NOT NULL,
    "processed" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "failures" JSONB NOT NULL DEFAULT '{}',
    "position" UUID,
    "failure_reason" TEXT,
    "troubles" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_updates_pkey" PRIMARY KEY ("team_id","id"),
    CONSTRAINT "bulk_updates_action" CHECK ("action" IN
      ('add_tags', 'remove_tags', 'set_attribute', 'subscribe', 'unsubscribe', 'suppress', 'delete')),
    CONSTRAINT "bulk_updates_counts" CHECK ("changed" >= 0 AND "changed" <= "processed"),
    CONSTRAINT "bulk_updates_end" CHECK (("finished_at" IS NULL) = ("status" IN ('waiting', 'running'))),
    CONSTRAINT "bulk_updates_people" CHECK (("people" IS NULL) = ("finished_at" IS NOT NULL))
);

-- CreateIndex
CREATE INDEX "bulk_updates_status_lease_until_idx" ON "bulk_updates"("status", "lease_until");

-- AddForeignKey
ALTER TABLE "bulk_updates" ADD CONSTRAINT "bulk_updates_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
