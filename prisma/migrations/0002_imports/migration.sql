-- CreateEnum
CREATE TYPE "ImportStatus" AS ENUM ('draft', 'processing', 'completed', 'failed', 'cancelled');

-- CreateTable
CREATE TABLE "imports" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "list_id" UUID NOT NULL,
    "status" "ImportStatus" NOT NULL DEFAULT 'draft',
    "file_name" TEXT NOT NULL,
    "total" INTEGER NOT NULL,
    "processed" INTEGER NOT NULL DEFAULT 0,
    "added" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "failure_reason" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "troubles" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "imports_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "import_chunks" (
    "team_id" INTEGER NOT NULL,
    "import_id" UUID NOT NULL,
    "first_row" INTEGER NOT NULL,
    "rows" JSON NOT NULL,

    CONSTRAINT "import_chunks_pkey" PRIMARY KEY ("team_id","import_id","first_row")
);

-- CreateTable
CREATE TABLE "import_errors" (
    "team_id" INTEGER NOT NULL,
    "import_id" UUID NOT NULL,
    "row_number" INTEGER NOT NULL,
    "email" TEXT,
    "issues" JSONB NOT NULL,

    CONSTRAINT "import_errors_pkey" PRIMARY KEY ("team_id","import_id","row_number")
);

-- CreateIndex
CREATE INDEX "imports_status_lease_until_idx" ON "imports"("status", "lease_until");

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_chunks" ADD CONSTRAINT "import_chunks_team_id_import_id_fkey" FOREIGN KEY ("team_id", "import_id") REFERENCES "imports"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_errors" ADD CONSTRAINT "import_errors_team_id_import_id_fkey" FOREIGN KEY ("team_id", "import_id") REFERENCES "imports"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
