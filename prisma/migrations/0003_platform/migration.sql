-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "rate_limit" INTEGER;

-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "postal_address" TEXT,
ADD COLUMN     "timezone" TEXT NOT NULL DEFAULT 'UTC';

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "team_id" INTEGER NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "answer" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("team_id","key_hash")
);

-- CreateTable: unlogged, and with room in the page, since one small row a token is updated over and over
CREATE UNLOGGED TABLE "rate_windows" (
    "team_id" INTEGER NOT NULL,
    "token_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "used" INTEGER NOT NULL,
    "granted" INTEGER NOT NULL,

    CONSTRAINT "rate_windows_pkey" PRIMARY KEY ("team_id","token_id")
) WITH (fillfactor = 50);

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rate_windows" ADD CONSTRAINT "rate_windows_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
