-- Pictures that teams upload. Their files are in the storage, each in a folder of its own (docs/adr/0094).
CREATE TABLE "media" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "digest" TEXT NOT NULL,
    "folder" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "frames" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "alt" TEXT,
    "variants" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "media_pkey" PRIMARY KEY ("team_id","id"),
    CONSTRAINT "media_digest_check" CHECK ("digest" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "media_folder_check" CHECK ("folder" ~ '^[A-Za-z0-9_-]{22}$'),
    CONSTRAINT "media_file_check" CHECK ("file" ~ '^[0-9a-f]{32}[.](png|jpg|gif|webp)$'),
    CONSTRAINT "media_type_check" CHECK ("type" IN ('png', 'jpeg', 'gif', 'webp')),
    CONSTRAINT "media_numbers_check" CHECK ("size" > 0 AND "width" > 0 AND "height" > 0 AND "frames" > 0),
    CONSTRAINT "media_name_check" CHECK ("name" <> ''),
    CONSTRAINT "media_variants_check" CHECK (jsonb_typeof("variants") = 'array')
);

-- Folders of the storage that no media has: they are removed when their time has come.
CREATE TABLE "media_uploads" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "folder" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "picture" JSONB NOT NULL,
    "remove_after" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "media_uploads_pkey" PRIMARY KEY ("team_id","id"),
    CONSTRAINT "media_uploads_folder_check" CHECK ("folder" ~ '^[A-Za-z0-9_-]{22}$'),
    CONSTRAINT "media_uploads_picture_check" CHECK (jsonb_typeof("picture") = 'object')
);

-- CreateIndex
CREATE UNIQUE INDEX "media_team_id_digest_key" ON "media"("team_id", "digest");

-- CreateIndex
CREATE INDEX "media_uploads_remove_after_idx" ON "media_uploads"("remove_after");

-- AddForeignKey
ALTER TABLE "media" ADD CONSTRAINT "media_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "media_uploads" ADD CONSTRAINT "media_uploads_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
