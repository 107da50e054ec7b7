-- Web addresses that a team has told of what happens (docs/adr/0080).
CREATE TABLE "webhooks" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "kinds" TEXT[],
    "list_id" UUID,
    "event_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "description" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "secret" BYTEA NOT NULL,
    "old" BYTEA,
    "old_until" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT CHECK ("disabled_reason" IN ('gone', 'failing')),
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("team_id","id"),
    CONSTRAINT "webhooks_kinds_check" CHECK (cardinality("kinds") > 0 AND "event_names" IS NOT NULL),
    CONSTRAINT "webhooks_old_check" CHECK (("old" IS NULL) = ("old_until" IS NULL)),
    CONSTRAINT "webhooks_disabled_check" CHECK (("disabled_at" IS NULL) = ("disabled_reason" IS NULL) AND NOT ("enabled" AND "disabled_at" IS NOT NULL)),
    CONSTRAINT "webhooks_deleted_check" CHECK ("deleted_at" IS NULL OR NOT "enabled")
);

-- What happened, until it has become deliveries.
CREATE TABLE "webhook_notifications" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "kind" TEXT NOT NULL,
    "facts" JSONB NOT NULL CHECK (jsonb_typeof("facts") = 'array'),
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "filed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "webhook_notifications_pkey" PRIMARY KEY ("team_id","id")
);

-- Whoever holds a team's row makes deliveries of its notifications.
CREATE TABLE "webhook_turns" (
    "team_id" INTEGER NOT NULL,

    CONSTRAINT "webhook_turns_pkey" PRIMARY KEY ("team_id")
);

ALTER TABLE "webhook_deliveries"
    ADD COLUMN "subject" UUID,
    ADD COLUMN "before" SMALLINT NOT NULL DEFAULT 0,
    ADD COLUMN "retrying" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "webhook_notifications_team_id_filed_at_idx" ON "webhook_notifications"("team_id", "filed_at");

-- The pages of a webhook's deliveries, and of those in a state.
CREATE INDEX "webhook_deliveries_team_id_webhook_id_state_id_idx" ON "webhook_deliveries"("team_id", "webhook_id", "state", "id");
CREATE INDEX "webhook_deliveries_team_id_webhook_id_id_idx" ON "webhook_deliveries"("team_id", "webhook_id", "id");

-- By it a worker sees that an older one about the same is still to be sent first.
CREATE INDEX "webhook_deliveries_team_id_webhook_id_subject_id_idx" ON "webhook_deliveries"("team_id", "webhook_id", "subject", "id") WHERE "state" = 'pending' AND NOT "retrying";

-- By it what was told of a mail goes with the person.
CREATE INDEX "webhook_deliveries_team_id_subject_idx" ON "webhook_deliveries"("team_id", "subject") WHERE "subject" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_notifications" ADD CONSTRAINT "webhook_notifications_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_turns" ADD CONSTRAINT "webhook_turns_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
