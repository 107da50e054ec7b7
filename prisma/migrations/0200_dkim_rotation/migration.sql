-- The key that signs next, and those that signed before (docs/adr/0139).
ALTER TABLE "sending_domains"
  ADD COLUMN "next_selector" TEXT,
  ADD COLUMN "next_public_key" TEXT,
  ADD COLUMN "next_private_key" BYTEA,
  ADD COLUMN "rotation_started_at" TIMESTAMPTZ(3),
  ADD COLUMN "old_keys" JSONB NOT NULL DEFAULT '[]',
  ADD CONSTRAINT "sending_domains_rotation_check" CHECK (num_nulls("next_selector", "next_public_key", "next_private_key", "rotation_started_at") IN (0, 4)),
  ADD CONSTRAINT "sending_domains_next_selector_check" CHECK ("next_selector" <> "selector"),
  ADD CONSTRAINT "sending_domains_old_keys_check" CHECK (jsonb_typeof("old_keys") = 'array');
