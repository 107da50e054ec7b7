-- CreateEnum
CREATE TYPE "AttemptOutcome" AS ENUM ('deferred', 'undecided', 'failed');

-- CreateEnum
CREATE TYPE "Verdict" AS ENUM ('human', 'proxy', 'scanner');

-- AlterTable
ALTER TABLE "people" ADD COLUMN     "tracked" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "track_clicks" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "track_opens" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "transactional_mails" ADD COLUMN     "tracking" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "attempts" (
    "team_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "message_id" UUID NOT NULL,
    "outcome" "AttemptOutcome" NOT NULL,
    "reason" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "attempts_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "reactions" (
    "team_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "message_id" UUID NOT NULL,
    "kind" "TouchKind" NOT NULL,
    "verdict" "Verdict" NOT NULL,
    "target" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reactions_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE INDEX "attempts_team_id_message_id_id_idx" ON "attempts"("team_id", "message_id", "id");

-- CreateIndex
CREATE INDEX "reactions_team_id_message_id_id_idx" ON "reactions"("team_id", "message_id", "id");

-- AddForeignKey
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_team_id_message_id_fkey" FOREIGN KEY ("team_id", "message_id") REFERENCES "messages"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_team_id_message_id_fkey" FOREIGN KEY ("team_id", "message_id") REFERENCES "messages"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
