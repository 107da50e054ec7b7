-- AlterTable
ALTER TABLE "contact_fields" ADD COLUMN     "id" UUID NOT NULL DEFAULT gen_random_uuid();

-- AlterTable
ALTER TABLE "tags" ADD COLUMN     "public_id" UUID NOT NULL DEFAULT gen_random_uuid();

-- CreateIndex
CREATE UNIQUE INDEX "contact_fields_team_id_id_key" ON "contact_fields"("team_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "tags_team_id_public_id_key" ON "tags"("team_id", "public_id");
