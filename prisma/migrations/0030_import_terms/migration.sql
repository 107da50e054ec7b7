-- What an import was told about its rows, and what it left out of them.
ALTER TABLE "imports" ADD COLUMN     "columns" JSONB,
ADD COLUMN     "confirmed" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "consent" TEXT,
ADD COLUMN     "skip_invalid" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "skipped_values" INTEGER NOT NULL DEFAULT 0;

-- How the person agreed, as the import said that brought them.
ALTER TABLE "subscribers" ADD COLUMN     "consent" TEXT;

-- The cells of the rows as they were sent, for the file of the rows that fail.
ALTER TABLE "import_chunks" ADD COLUMN     "cells" JSON;
ALTER TABLE "import_errors" ADD COLUMN     "cells" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "import_skipped_values" (
    "team_id" INTEGER NOT NULL,
    "import_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "row_number" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "column_name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "issue" JSONB NOT NULL,

    CONSTRAINT "import_skipped_values_pkey" PRIMARY KEY ("team_id","import_id","number")
);

-- AddForeignKey
ALTER TABLE "import_skipped_values" ADD CONSTRAINT "import_skipped_values_team_id_import_id_fkey" FOREIGN KEY ("team_id", "import_id") REFERENCES "imports"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
