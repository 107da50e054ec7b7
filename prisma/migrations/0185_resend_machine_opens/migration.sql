-- Whether a message that only machines opened counts as opened for a campaign to non-openers. Null: it is none.
ALTER TABLE "campaigns" ADD COLUMN "resend_machine_opens" TEXT;
UPDATE "campaigns" SET "resend_machine_opens" = 'ignore' WHERE "resend_who" = 'not_opened';
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_resend_machine_opens_check" CHECK (
  ("resend_machine_opens" IS NOT NULL) = ("resend_who" IS NOT NULL AND "resend_who" = 'not_opened')
  AND "resend_machine_opens" IN ('ignore', 'count'));
