-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "remaining" TEXT[];
