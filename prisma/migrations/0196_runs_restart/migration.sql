-- A newer event may end a run and start another in its place (docs/adr/0144). What is there fits the narrower rule, so it is not read again.
ALTER TABLE "automation_runs" DROP CONSTRAINT "automation_runs_again_check";
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_again_check"
  CHECK ("again" IN ('never', 'after_end', 'always', 'restart')) NOT VALID;
