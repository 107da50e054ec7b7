ALTER TABLE "rests" RENAME TO "sending_pauses";
ALTER TABLE "sending_pauses" RENAME COLUMN "rests" TO "pauses";
ALTER TABLE "sending_pauses" RENAME COLUMN "until" TO "paused_until";
ALTER TABLE "sending_pauses" RENAME COLUMN "since" TO "failing_since";
ALTER TABLE "sending_pauses" RENAME CONSTRAINT "rests_pkey" TO "sending_pauses_pkey";
ALTER TABLE "sending_pauses" RENAME CONSTRAINT "rests_team_id_fkey" TO "sending_pauses_team_id_fkey";
ALTER INDEX "rests_team_id_transport_id_domain_key" RENAME TO "sending_pauses_team_id_transport_id_domain_key";
