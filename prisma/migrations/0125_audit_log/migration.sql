-- What tokens and members did (docs/audit-log.md).
CREATE TABLE "audit_log" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "actor_kind" TEXT NOT NULL CHECK ("actor_kind" IN ('token', 'member')),
    "actor_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "object_type" TEXT,
    "object_id" UUID,
    "object_name" TEXT,
    "fields" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "count" INTEGER CHECK ("count" >= 0),
    "door" TEXT NOT NULL CHECK ("door" IN ('rest', 'graphql')),
    "address" INET,
    "finished" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("team_id","id"),
    CONSTRAINT "audit_log_object_check" CHECK ("object_type" IS NOT NULL OR ("object_id" IS NULL AND "object_name" IS NULL))
);

-- CreateIndex
CREATE INDEX "audit_log_team_id_actor_id_id_idx" ON "audit_log"("team_id", "actor_id", "id");

-- CreateIndex
CREATE INDEX "audit_log_team_id_object_id_id_idx" ON "audit_log"("team_id", "object_id", "id");

-- CreateIndex
CREATE INDEX "audit_log_team_id_action_id_idx" ON "audit_log"("team_id", "action", "id");

-- AddForeignKey
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
