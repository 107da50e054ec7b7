-- AlterTable
ALTER TABLE "templates" ADD COLUMN     "html" TEXT;

-- Templates so far are HTML whose styles stood before it.
UPDATE "templates" SET "html" = CASE WHEN coalesce("styles", '') = '' THEN "content" ELSE '<style>' || "styles" || '</style>' || "content" END;

-- AlterTable
ALTER TABLE "templates" ALTER COLUMN "html" SET NOT NULL;
