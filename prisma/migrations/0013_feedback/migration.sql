-- CreateEnum
CREATE TYPE "FeedbackKind" AS ENUM ('hard_bounce', 'soft_bounce', 'complaint');

-- CreateEnum
CREATE TYPE "FeedbackProvider" AS ENUM ('ses', 'postmark', 'mailgun', 'sendgrid', 'generic');

-- CreateTable
CREATE TABLE "feedback" (
    "team_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "message_id" UUID,
    "person_key" UUID NOT NULL,
    "kind" "FeedbackKind" NOT NULL,
    "reason" TEXT,
    "key" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feedback_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "feedback_sources" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "provider" "FeedbackProvider" NOT NULL,
    "name" TEXT,
    "secret" BYTEA NOT NULL,
    "last_received_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feedback_sources_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "feedback_receipts" (
    "team_id" INTEGER NOT NULL,
    "source_id" UUID NOT NULL,
    "key" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feedback_receipts_pkey" PRIMARY KEY ("team_id","source_id","key")
);

-- CreateIndex
CREATE INDEX "feedback_team_id_message_id_idx" ON "feedback"("team_id", "message_id");

-- CreateIndex
CREATE INDEX "feedback_team_id_person_key_at_idx" ON "feedback"("team_id", "person_key", "at");

-- CreateIndex
CREATE UNIQUE INDEX "feedback_team_id_key_key" ON "feedback"("team_id", "key");

-- CreateIndex
CREATE INDEX "feedback_receipts_team_id_source_id_at_idx" ON "feedback_receipts"("team_id", "source_id", "at");

-- AddForeignKey
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_team_id_message_id_fkey" FOREIGN KEY ("team_id", "message_id") REFERENCES "messages"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_team_id_person_key_fkey" FOREIGN KEY ("team_id", "person_key") REFERENCES "people"("team_id", "key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feedback_sources" ADD CONSTRAINT "feedback_sources_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feedback_receipts" ADD CONSTRAINT "feedback_receipts_team_id_source_id_fkey" FOREIGN KEY ("team_id", "source_id") REFERENCES "feedback_sources"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
