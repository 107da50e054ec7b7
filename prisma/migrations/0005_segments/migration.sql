-- DropIndex
DROP INDEX "subscribers_team_id_list_id_status_idx";

-- A language and its regions are one range of bytes. Prisma does not speak of collations, so this line is our own.
ALTER TABLE "subscribers" ALTER COLUMN "locale" TYPE TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "segments" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "list_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "conditions" JSONB NOT NULL,
    "uses" UUID[] DEFAULT ARRAY[]::UUID[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "segments_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE INDEX "segments_team_id_list_id_id_idx" ON "segments"("team_id", "list_id", "id");

-- CreateIndex
CREATE INDEX "sales_team_id_person_key_occurred_at_idx" ON "sales"("team_id", "person_key", "occurred_at" DESC);

-- CreateIndex
CREATE INDEX "subscribers_team_id_list_id_status_locale_idx" ON "subscribers"("team_id", "list_id", "status", "locale");

-- AddForeignKey
ALTER TABLE "segments" ADD CONSTRAINT "segments_team_id_list_id_fkey" FOREIGN KEY ("team_id", "list_id") REFERENCES "lists"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
