ALTER TABLE "bulk_updates" ADD CONSTRAINT "bulk_updates_each" CHECK ("each" IN ('subscription', 'person')) NOT VALID;
ALTER TABLE "bulk_updates" VALIDATE CONSTRAINT "bulk_updates_each";
