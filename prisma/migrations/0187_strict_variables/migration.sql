-- Whether a variable without a value keeps an e-mail from leaving: of a template, and of a mail, where null leaves it to the template.
-- And what the sender was warned of when the mail was accepted.
ALTER TABLE "templates" ADD COLUMN "strict" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "transactional_mails" ADD COLUMN "strict" BOOLEAN;
ALTER TABLE "transactional_mails" ADD COLUMN "warnings" TEXT[] NOT NULL DEFAULT '{}';
