ALTER TABLE "transports"
  ADD COLUMN "oauth2" JSONB,
  ADD COLUMN "oauth2_secrets" BYTEA,
  ADD CONSTRAINT "transports_oauth2_check" CHECK (("oauth2" IS NULL) = ("oauth2_secrets" IS NULL) AND ("oauth2" IS NULL OR "password" IS NULL));
