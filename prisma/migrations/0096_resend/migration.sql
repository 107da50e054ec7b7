-- A campaign to those who did not open, or click in, another one. No foreign key: when that one is gone, nobody is meant,
-- and not everybody.
ALTER TABLE "campaigns" ADD COLUMN "resend_of" UUID, ADD COLUMN "resend_who" TEXT,
  ADD CONSTRAINT "campaigns_resend_check" CHECK (
    ("resend_of" IS NULL) = ("resend_who" IS NULL) AND "resend_who" IN ('not_opened', 'not_clicked'));
