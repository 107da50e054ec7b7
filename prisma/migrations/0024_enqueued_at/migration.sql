ALTER TABLE "campaigns" RENAME COLUMN "filed_at" TO "enqueued_at";

-- Jobs that wait under the task's old name: nobody would take them any more.
DO $$
BEGIN
  IF to_regclass('graphile_worker._private_tasks') IS NOT NULL THEN
    UPDATE graphile_worker._private_tasks SET identifier = 'enqueue-campaigns'
    WHERE identifier = 'file-campaigns'
      AND NOT EXISTS (SELECT FROM graphile_worker._private_tasks WHERE identifier = 'enqueue-campaigns');
  END IF;
END $$;
