-- AlterTable
ALTER TABLE "transactional_mails" ADD COLUMN     "is_test" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "message_counts" (
    "team_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "holder" INTEGER NOT NULL,
    "sent" INTEGER NOT NULL,

    CONSTRAINT "message_counts_pkey" PRIMARY KEY ("team_id","day","kind","holder")
);

-- What was sent before.
INSERT INTO "message_counts"
SELECT "team_id", ("sent_at" AT TIME ZONE 'UTC')::date, "kind"::text, 0, count(*) FROM "messages" WHERE "sent_at" IS NOT NULL GROUP BY 1, 2, 3;

-- AddForeignKey
ALTER TABLE "message_counts" ADD CONSTRAINT "message_counts_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The same few rows change all day: dead versions are cleared early.
ALTER TABLE "message_counts" SET (fillfactor = 50, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0.05);
