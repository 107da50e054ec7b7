-- Older teams are given the ready-made abandoned cart as a draft once, by the first start after this.
ALTER TABLE "teams" ADD COLUMN "furnished" BOOLEAN NOT NULL DEFAULT false;
