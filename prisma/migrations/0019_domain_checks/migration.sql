-- AlterTable
ALTER TABLE "sending_domains" ADD COLUMN     "misses" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "next_check_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "sending_domains_next_check_at_idx" ON "sending_domains"("next_check_at");
