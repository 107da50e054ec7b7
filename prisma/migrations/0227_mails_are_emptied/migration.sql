-- The content of a mail goes sooner than the mail, and what is secret in it as soon as it was sent (docs/adr/0164).
ALTER TABLE "transactional_mails"
  ADD COLUMN "content_removed_at" TIMESTAMPTZ(3),
  ADD COLUMN "secret_variables" TEXT[] NOT NULL DEFAULT '{}';

ALTER TABLE "teams" ADD COLUMN "mails_emptied_to" TIMESTAMPTZ(3);
