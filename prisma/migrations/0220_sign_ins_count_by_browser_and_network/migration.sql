-- Links to sign in are counted by browser and network (docs/adr/0156).
ALTER TABLE "sign_ins"
  ADD COLUMN "device_hash" BYTEA,
  ADD COLUMN "network" TEXT,
  ADD COLUMN "block" TEXT;
