-- CreateTable
CREATE TABLE "uncounted_reactions" (
    "team_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "reactions" BIGINT[],

    CONSTRAINT "uncounted_reactions_pkey" PRIMARY KEY ("team_id","id")
);

-- AddForeignKey
ALTER TABLE "uncounted_reactions" ADD CONSTRAINT "uncounted_reactions_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
