-- Days are those of the team's time zone, and all zones are ahead of UTC by whole quarters of an hour. What was counted by days in UTC
-- stays on the same day in nearly all zones: it counts at noon.
ALTER TABLE "message_counts" ALTER COLUMN "day" TYPE TIMESTAMPTZ(3) USING (("day" + time '12:00') AT TIME ZONE 'UTC');
ALTER TABLE "message_counts" RENAME COLUMN "day" TO "quarter";
