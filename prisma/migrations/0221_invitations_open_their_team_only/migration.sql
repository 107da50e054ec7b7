-- A session that an invitation opened acts for its team only; invitations are limited (docs/adr/0157).
ALTER TABLE "sessions" ADD COLUMN "own_team_only" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "invitation_counts" (
    "id" UUID NOT NULL,
    "team_id" INTEGER NOT NULL,
    "email_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "invitation_counts_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "invitation_counts_team_id_created_at_idx" ON "invitation_counts"("team_id", "created_at");
CREATE INDEX "invitation_counts_email_hash_created_at_idx" ON "invitation_counts"("email_hash", "created_at");
CREATE INDEX "invitation_counts_created_at_idx" ON "invitation_counts"("created_at");
