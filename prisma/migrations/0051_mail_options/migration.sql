-- AlterTable
ALTER TABLE "transactional_mails" ADD COLUMN     "cancelled_at" TIMESTAMPTZ(3),
ADD COLUMN     "html_source" TEXT,
ADD COLUMN     "names" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "send_at" TIMESTAMPTZ(3),
ADD COLUMN     "text_source" TEXT,
ALTER COLUMN "template" SET DEFAULT '',
ALTER COLUMN "template_id" DROP NOT NULL;

-- A mail is made from a template, or from content of its own, which is gone once a recipient was erased.
ALTER TABLE "transactional_mails" ADD CONSTRAINT "transactional_mails_made_from" CHECK (
    ("template" = '') = ("template_id" IS NULL)
    AND CASE WHEN "template_id" IS NULL THEN "html_source" IS NOT NULL OR "text_source" IS NOT NULL OR "erased_at" IS NOT NULL
        ELSE "html_source" IS NULL AND "text_source" IS NULL
    END
);
-- A cancelled mail is not sent.
ALTER TABLE "transactional_mails" ADD CONSTRAINT "transactional_mails_cancelled" CHECK ("cancelled_at" IS NULL OR "status" = 'failed');
