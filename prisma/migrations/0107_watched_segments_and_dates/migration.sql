-- A segment that automations watch. Not a foreign key: when the segment is gone, a worker removes its many members first.
CREATE TABLE "automation_segments" (
    "team_id" INTEGER NOT NULL,
    "segment_id" UUID NOT NULL,
    "watchers" UUID[] NOT NULL DEFAULT '{}',
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "automation_segments_pkey" PRIMARY KEY ("team_id","segment_id")
);

-- Who was in it then. No foreign keys: a million rows would each look for theirs. Erasing a person deletes them, and the round
-- that finds the segment gone.
CREATE TABLE "automation_members" (
    "team_id" INTEGER NOT NULL,
    "segment_id" UUID NOT NULL,
    "person_key" UUID NOT NULL,

    CONSTRAINT "automation_members_pkey" PRIMARY KEY ("team_id","segment_id","person_key")
);
ALTER TABLE "automation_members" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- How far the dates of an automation have been done.
CREATE TABLE "automation_dates" (
    "team_id" INTEGER NOT NULL,
    "automation_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "done_until" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "automation_dates_pkey" PRIMARY KEY ("team_id","automation_id")
);

-- AddForeignKey
ALTER TABLE "automation_segments" ADD CONSTRAINT "automation_segments_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "automation_dates" ADD CONSTRAINT "automation_dates_team_id_automation_id_fkey" FOREIGN KEY ("team_id", "automation_id") REFERENCES "automations"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
