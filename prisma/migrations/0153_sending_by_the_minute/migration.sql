-- CreateTable
CREATE TABLE "message_minutes" (
    "team_id" INTEGER NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "holder" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "message_minutes_pkey" PRIMARY KEY ("team_id","minute","outcome","holder"),
    CONSTRAINT "message_minutes_outcome_check" CHECK ("outcome" IN ('sent', 'failed', 'deferred', 'unknown', 'withheld'))
);

-- AddForeignKey
ALTER TABLE "message_minutes" ADD CONSTRAINT "message_minutes_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- The same few rows change while a minute lasts: dead versions are cleared early.
ALTER TABLE "message_minutes" SET (fillfactor = 50, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0.05);
