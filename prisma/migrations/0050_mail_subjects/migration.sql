-- The subject is text from the first answer on. Mails that were never sent get what it would be made of.
UPDATE "transactional_mails" m SET "subject" = coalesce(m."subject_source", (
    SELECT t."subject" FROM "templates" t WHERE t."team_id" = m."team_id" AND t."id" = m."template_id"
), '')
WHERE m."subject" IS NULL AND m."erased_at" IS NULL;
UPDATE "transactional_mails" SET "subject" = '' WHERE "subject" IS NULL;
ALTER TABLE "transactional_mails" ALTER COLUMN "subject" SET DEFAULT '', ALTER COLUMN "subject" SET NOT NULL;
