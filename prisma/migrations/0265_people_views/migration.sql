-- Named views of the table of people, shared by the members of a team.
CREATE TABLE "people_views" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "list_id" UUID,
    "segment_id" UUID,
    "import_id" UUID,
    "search" TEXT,
    "status" "SubscriberStatus",
    "tag" TEXT,
    "source" TEXT,
    "field" TEXT,
    "field_value" TEXT,
    "since_day" TEXT,
    "until_day" TEXT,
    "sort" TEXT,
    "columns" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "people_views_pkey" PRIMARY KEY ("team_id","id"),
    CONSTRAINT "people_views_name" CHECK (char_length("name") BETWEEN 1 AND 60),
    CONSTRAINT "people_views_segment" CHECK ("segment_id" IS NULL OR "list_id" IS NOT NULL),
    CONSTRAINT "people_views_field" CHECK ("field_value" IS NULL OR "field" IS NOT NULL),
    CONSTRAINT "people_views_source" CHECK ("source" IN ('import', 'form', 'other')),
    CONSTRAINT "people_views_sort" CHECK ("sort" IN ('newest', 'oldest', 'email', 'email_descending')),
    CONSTRAINT "people_views_since_day" CHECK ("since_day" ~ '^\d{4}-\d\d-\d\d$'),
    CONSTRAINT "people_views_until_day" CHECK ("until_day" ~ '^\d{4}-\d\d-\d\d$'),
    CONSTRAINT "people_views_columns" CHECK (cardinality("columns") <= 500)
);

-- CreateIndex
CREATE UNIQUE INDEX "people_views_team_id_name_key" ON "people_views"("team_id", "name");

-- CreateIndex
CREATE INDEX "people_views_team_id_list_id_idx" ON "people_views"("team_id", "list_id");

-- CreateIndex
CREATE INDEX "people_views_team_id_segment_id_idx" ON "people_views"("team_id", "segment_id");

-- CreateIndex
CREATE INDEX "people_views_team_id_import_id_idx" ON "people_views"("team_id", "import_id");

-- AddForeignKey
ALTER TABLE "people_views" ADD CONSTRAINT "people_views_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "people_views" ADD CONSTRAINT "people_views_team_id_list_id_fkey" FOREIGN KEY ("team_id", "list_id") REFERENCES "lists"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "people_views" ADD CONSTRAINT "people_views_team_id_segment_id_fkey" FOREIGN KEY ("team_id", "segment_id") REFERENCES "segments"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "people_views" ADD CONSTRAINT "people_views_team_id_import_id_fkey" FOREIGN KEY ("team_id", "import_id") REFERENCES "imports"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
