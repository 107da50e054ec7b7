-- How a form appears on a site, its design, and when it opens (docs/adr/0200).
ALTER TABLE "forms"
    ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'inline',
    ADD COLUMN "design" TEXT NOT NULL DEFAULT 'clean',
    ADD COLUMN "open_after_seconds" INTEGER,
    ADD COLUMN "open_after_percent" INTEGER,
    ADD COLUMN "open_on_leave" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "repeat_after_days" INTEGER NOT NULL DEFAULT 30;
