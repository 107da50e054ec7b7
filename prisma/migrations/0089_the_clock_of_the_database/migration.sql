-- The same moment as CURRENT_TIMESTAMP by another name (docs/adr/0055): Prisma takes that one for its own now(), which its client
-- fills in by the clock of its process, and leaves this one to the database. Changes no row.
ALTER TABLE "api_tokens" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "attempts" ALTER COLUMN "at" SET DEFAULT transaction_timestamp();
ALTER TABLE "campaigns" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "contact_fields" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "events" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "feedback" ALTER COLUMN "at" SET DEFAULT transaction_timestamp();
ALTER TABLE "feedback_receipts" ALTER COLUMN "at" SET DEFAULT transaction_timestamp();
ALTER TABLE "feedback_sources" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "field_changes" ALTER COLUMN "started_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "idempotency_keys" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "imports" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "installation_secrets" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "lists" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "messages" ALTER COLUMN "due_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "people" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "reactions" ALTER COLUMN "at" SET DEFAULT transaction_timestamp();
ALTER TABLE "refunds" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "refusal_counts" ALTER COLUMN "last_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "sales" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "segments" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "send_budgets" ALTER COLUMN "refilled_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "spread_until" SET DEFAULT transaction_timestamp();
ALTER TABLE "sending_domains" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "next_check_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "sending_pauses" ALTER COLUMN "failing_since" SET DEFAULT transaction_timestamp();
ALTER TABLE "subscriber_changes" ALTER COLUMN "at" SET DEFAULT transaction_timestamp();
ALTER TABLE "subscribers" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "suppressions" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "tags" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "teams" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "templates" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp(),
ALTER COLUMN "updated_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "transactional_mails" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "transports" ALTER COLUMN "created_at" SET DEFAULT transaction_timestamp();
ALTER TABLE "domain_reports" ALTER COLUMN "received_at" SET DEFAULT transaction_timestamp();
