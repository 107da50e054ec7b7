-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "digest" TEXT,
ADD COLUMN     "held" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "warnings" TEXT[] DEFAULT ARRAY[]::TEXT[];
