-- What became of messages by day (UTC), sending domain and recipients' domain, so that a reputation is read from counts and not
-- from millions of messages. Written with the settlements, each process in rows of its own, and with feedback.
CREATE TABLE "delivery_counts" (
    "team_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "sending_domain" TEXT NOT NULL,
    "recipient_domain" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "cause" TEXT NOT NULL,
    "holder" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "delivery_counts_pkey" PRIMARY KEY ("team_id","day","sending_domain","recipient_domain","outcome","cause","holder")
);

-- AddForeignKey
ALTER TABLE "delivery_counts" ADD CONSTRAINT "delivery_counts_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "delivery_counts" ADD CONSTRAINT "delivery_counts_outcome_check"
  CHECK ("outcome" IN ('sent', 'failed', 'deferred', 'hard_bounce', 'soft_bounce', 'complaint'));

-- The rows of today change all day: dead versions are cleared early.
ALTER TABLE "delivery_counts" SET (fillfactor = 70, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.05);
