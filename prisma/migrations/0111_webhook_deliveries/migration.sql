-- Notifications on their way to web addresses (docs/adr/0076).
CREATE TABLE "webhook_deliveries" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "webhook_id" UUID,
    "run_id" UUID,
    "step" TEXT,
    "person_key" UUID,
    "kind" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending' CHECK ("state" IN ('pending', 'delivered', 'failed')),
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("team_id","id"),
    CONSTRAINT "webhook_deliveries_finished_check" CHECK (("state" = 'pending') = ("finished_at" IS NULL)),
    CONSTRAINT "webhook_deliveries_origin_check" CHECK (("run_id" IS NULL) = ("step" IS NULL))
);

-- What came of sending one.
CREATE TABLE "webhook_attempts" (
    "team_id" INTEGER NOT NULL,
    "delivery_id" UUID NOT NULL,
    "number" SMALLINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "status" SMALLINT,
    "milliseconds" INTEGER NOT NULL,
    "answer" TEXT,
    "error" TEXT,
    "is_public" BOOLEAN NOT NULL,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("team_id","delivery_id","number"),
    CONSTRAINT "webhook_attempts_answer_check" CHECK (("status" IS NULL) = ("error" IS NOT NULL))
);

-- What a team's deliveries are signed with.
CREATE TABLE "webhook_secrets" (
    "team_id" INTEGER NOT NULL,
    "secret" BYTEA NOT NULL,
    "old" BYTEA,
    "old_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("team_id"),
    CONSTRAINT "webhook_secrets_old_check" CHECK (("old" IS NULL) = ("old_until" IS NULL))
);

-- CreateIndex
CREATE INDEX "webhook_deliveries_team_id_person_key_idx" ON "webhook_deliveries"("team_id", "person_key");

-- By it a worker jumps from host to host, however much waits for one of them.
CREATE INDEX "webhook_deliveries_team_id_host_due_at_idx" ON "webhook_deliveries"("team_id", "host", "due_at") WHERE "state" = 'pending';

-- CreateIndex
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");

-- A step of a run files one.
CREATE UNIQUE INDEX "webhook_deliveries_team_id_run_id_step_key" ON "webhook_deliveries"("team_id", "run_id", "step");

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_team_id_delivery_id_fkey" FOREIGN KEY ("team_id", "delivery_id") REFERENCES "webhook_deliveries"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
