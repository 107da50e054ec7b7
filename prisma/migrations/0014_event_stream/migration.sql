-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "events_watched_until" TIMESTAMPTZ(3);
