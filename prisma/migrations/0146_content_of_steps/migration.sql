-- Which state of its template the e-mail of an automation's step has, so that a change is seen without comparing what it says.
ALTER TABLE "campaigns" ADD COLUMN "content_of" TEXT,
  ADD CONSTRAINT "campaigns_content_of_check" CHECK ("content_of" IS NULL OR "automation_id" IS NOT NULL);
