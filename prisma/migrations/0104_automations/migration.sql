-- CreateEnum
CREATE TYPE "AutomationStatus" AS ENUM ('draft', 'active', 'paused', 'archived');

-- CreateEnum
CREATE TYPE "AutomationRunState" AS ENUM ('active', 'completed', 'exited', 'failed');

-- CreateTable
CREATE TABLE "automations" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "list_id" UUID,
    "name" TEXT NOT NULL,
    "status" "AutomationStatus" NOT NULL DEFAULT 'draft',
    "version" INTEGER NOT NULL DEFAULT 1 CHECK ("version" > 0),
    "ready_made" TEXT,
    "activated_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "automations_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "automation_versions" (
    "team_id" INTEGER NOT NULL,
    "automation_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "definition" JSONB NOT NULL CHECK (jsonb_typeof("definition") = 'object'),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "automation_versions_pkey" PRIMARY KEY ("team_id","automation_id","version")
);

-- What active automations listen to. Whoever records something looks here, so it is small and read by its key.
CREATE TABLE "automation_listeners" (
    "team_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL CHECK ("kind" IN ('event', 'subscribed', 'confirmed', 'unsubscribed', 'tag_added', 'tag_removed', 'opened', 'clicked', 'left')),
    "ref" TEXT NOT NULL,
    "automation_id" UUID NOT NULL,
    "imports" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "automation_listeners_pkey" PRIMARY KEY ("team_id","kind","ref","automation_id")
);

-- What happened that an automation listens to, until a worker has dealt with it.
CREATE TABLE "automation_signals" (
    "team_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "person_key" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "detail" TEXT,
    "event_id" UUID,
    "imported" BOOLEAN NOT NULL DEFAULT false,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "automation_signals_pkey" PRIMARY KEY ("team_id","id")
);

-- A person on the way through an automation.
CREATE TABLE "automation_runs" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "automation_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "person_key" UUID NOT NULL,
    "subscriber_id" UUID,
    "event" JSONB,
    "event_id" UUID,
    "again" TEXT NOT NULL CHECK ("again" IN ('never', 'after_end', 'always')),
    "state" "AutomationRunState" NOT NULL DEFAULT 'active',
    "exit_reason" TEXT,
    "step" TEXT,
    "entered_at" TIMESTAMPTZ(3),
    "wait_until" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "parked" BOOLEAN NOT NULL DEFAULT false,
    "failing_since" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "automation_runs_pkey" PRIMARY KEY ("team_id","id"),
    CONSTRAINT "automation_runs_state_check" CHECK (
      ("state" = 'active') = ("ended_at" IS NULL) AND ("state" = 'exited') = ("exit_reason" IS NOT NULL))
);

-- What became of a step of a run: each step of a run once.
CREATE TABLE "automation_run_steps" (
    "team_id" INTEGER NOT NULL,
    "run_id" UUID NOT NULL,
    "step" TEXT NOT NULL,
    "number" SMALLINT NOT NULL,
    "type" TEXT NOT NULL,
    "outcome" TEXT NOT NULL CHECK ("outcome" IN ('done', 'skipped', 'failed')),
    "branch" TEXT,
    "reason" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "automation_run_steps_pkey" PRIMARY KEY ("team_id","run_id","step")
);

-- The figures of a report, each holder in rows of its own (docs/adr/0060).
CREATE TABLE "automation_counts" (
    "team_id" INTEGER NOT NULL,
    "automation_id" UUID NOT NULL,
    "step" TEXT NOT NULL,
    "what" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "holder" INTEGER NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "automation_counts_pkey" PRIMARY KEY ("team_id","automation_id","step","what","detail","holder")
);
ALTER TABLE "automation_counts" SET (fillfactor = 70, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.05);

-- CreateIndex
CREATE INDEX "automations_team_id_list_id_idx" ON "automations"("team_id", "list_id");

-- CreateIndex
CREATE INDEX "automation_listeners_team_id_automation_id_idx" ON "automation_listeners"("team_id", "automation_id");

-- CreateIndex
CREATE INDEX "automation_runs_due_at_idx" ON "automation_runs"("due_at") WHERE "state" = 'active' AND NOT "parked";

-- CreateIndex
CREATE INDEX "automation_runs_team_id_person_key_automation_id_idx" ON "automation_runs"("team_id", "person_key", "automation_id");

-- CreateIndex
CREATE INDEX "automation_runs_team_id_automation_id_state_id_idx" ON "automation_runs"("team_id", "automation_id", "state", "id");

-- CreateIndex
CREATE INDEX "automation_runs_team_id_automation_id_step_id_idx" ON "automation_runs"("team_id", "automation_id", "step", "id") WHERE "state" = 'active';

-- A person passes an automation once, or once at a time, whoever starts it twice at the same moment.
CREATE UNIQUE INDEX "automation_runs_once_key" ON "automation_runs"("team_id", "automation_id", "person_key") WHERE "again" = 'never';
CREATE UNIQUE INDEX "automation_runs_one_at_a_time_key" ON "automation_runs"("team_id", "automation_id", "person_key") WHERE "state" = 'active' AND "again" <> 'always';

-- AddForeignKey
ALTER TABLE "automations" ADD CONSTRAINT "automations_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "automation_versions" ADD CONSTRAINT "automation_versions_team_id_automation_id_fkey" FOREIGN KEY ("team_id", "automation_id") REFERENCES "automations"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "automation_listeners" ADD CONSTRAINT "automation_listeners_team_id_automation_id_fkey" FOREIGN KEY ("team_id", "automation_id") REFERENCES "automations"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "automation_signals" ADD CONSTRAINT "automation_signals_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_team_id_automation_id_fkey" FOREIGN KEY ("team_id", "automation_id") REFERENCES "automations"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_team_id_person_key_fkey" FOREIGN KEY ("team_id", "person_key") REFERENCES "people"("team_id", "key") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "automation_run_steps" ADD CONSTRAINT "automation_run_steps_team_id_run_id_fkey" FOREIGN KEY ("team_id", "run_id") REFERENCES "automation_runs"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "automation_counts" ADD CONSTRAINT "automation_counts_team_id_automation_id_fkey" FOREIGN KEY ("team_id", "automation_id") REFERENCES "automations"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
