-- AlterTable
ALTER TABLE "sales" ALTER COLUMN "person_key" DROP NOT NULL;

-- AlterTable
ALTER TABLE "transactional_mails" ADD COLUMN     "erased_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "transactional_mails_team_id_reply_to_idx" ON "transactional_mails"("team_id", "reply_to");
