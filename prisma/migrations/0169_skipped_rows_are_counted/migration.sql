-- Of the rows that failed, how many are about people who left or never opted in, as their file says. Nothing is wrong with them.
ALTER TABLE "imports" ADD COLUMN "skipped_rows" INTEGER NOT NULL DEFAULT 0;
