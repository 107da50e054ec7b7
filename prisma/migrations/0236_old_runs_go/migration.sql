-- Runs that ended long ago go, and with them the transactional e-mails of automations. Figures can no longer be counted from the rows then.
ALTER TABLE "automations" ADD COLUMN "rows_removed_at" TIMESTAMPTZ(3);

-- The last run of a person stays, without what started it and without its steps, so that nobody passes an automation again who may not.
ALTER TABLE "automation_runs" ADD COLUMN "emptied_at" TIMESTAMPTZ(3);
