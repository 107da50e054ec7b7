ALTER TABLE "transports"
  ADD COLUMN "tls" TEXT,
  ADD COLUMN "ca" TEXT,
  ADD COLUMN "fingerprint" TEXT,
  ADD COLUMN "ehlo_name" TEXT,
  ADD CONSTRAINT "transports_tls_check" CHECK ("tls" IN ('required', 'opportunistic', 'off'));
