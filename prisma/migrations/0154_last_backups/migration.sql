-- CreateTable
CREATE TABLE "last_backups" (
    "made_by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "bytes" BIGINT,

    CONSTRAINT "last_backups_pkey" PRIMARY KEY ("made_by"),
    CONSTRAINT "last_backups_made_by_check" CHECK ("made_by" IN ('command', 'elsewhere'))
);
