-- The objects that a team's sample data consists of, so that nothing else is removed with it (docs/adr/0205).
CREATE TABLE "sample_data" (
    "team_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "loaded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "sample_data_pkey" PRIMARY KEY ("team_id","kind","id"),
    CONSTRAINT "sample_data_kind" CHECK ("kind" IN ('list', 'person', 'field', 'tag', 'template', 'segment', 'campaign', 'automation', 'form', 'mail'))
);

-- AddForeignKey
ALTER TABLE "sample_data" ADD CONSTRAINT "sample_data_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
