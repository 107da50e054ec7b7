-- What Google says about the team's sending domains (docs/adr/0212).
CREATE TABLE "gmail_connections" (
    "team_id" INTEGER NOT NULL,
    "client_id" TEXT NOT NULL,
    "secrets" BYTEA NOT NULL,
    "problem" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_read_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "read_at" TIMESTAMPTZ(3),
    "connected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "gmail_connections_pkey" PRIMARY KEY ("team_id"),
    CONSTRAINT "gmail_connections_failures" CHECK ("failures" >= 0)
);

CREATE TABLE "gmail_domains" (
    "team_id" INTEGER NOT NULL,
    "domain_id" UUID NOT NULL,
    "problem" TEXT,
    "requirements" JSONB NOT NULL DEFAULT '[]',
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "gmail_domains_pkey" PRIMARY KEY ("team_id","domain_id"),
    CONSTRAINT "gmail_domains_requirements" CHECK (jsonb_typeof("requirements") = 'array')
);

CREATE TABLE "gmail_days" (
    "team_id" INTEGER NOT NULL,
    "domain_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "spam_rate" DOUBLE PRECISION,
    "spf_rate" DOUBLE PRECISION,
    "dkim_rate" DOUBLE PRECISION,
    "dmarc_rate" DOUBLE PRECISION,
    "error_rate" DOUBLE PRECISION,
    "errors" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "gmail_days_pkey" PRIMARY KEY ("team_id","domain_id","day"),
    CONSTRAINT "gmail_days_rates" CHECK (
      "spam_rate" BETWEEN 0 AND 1 AND "spf_rate" BETWEEN 0 AND 1 AND "dkim_rate" BETWEEN 0 AND 1
      AND "dmarc_rate" BETWEEN 0 AND 1 AND "error_rate" BETWEEN 0 AND 1),
    CONSTRAINT "gmail_days_errors" CHECK (jsonb_typeof("errors") = 'object')
);

-- CreateIndex
CREATE INDEX "gmail_connections_next_read_at_idx" ON "gmail_connections"("next_read_at");

-- AddForeignKey
ALTER TABLE "gmail_connections" ADD CONSTRAINT "gmail_connections_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "gmail_domains" ADD CONSTRAINT "gmail_domains_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "gmail_connections"("team_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "gmail_domains" ADD CONSTRAINT "gmail_domains_team_id_domain_id_fkey" FOREIGN KEY ("team_id", "domain_id") REFERENCES "sending_domains"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "gmail_days" ADD CONSTRAINT "gmail_days_team_id_domain_id_fkey" FOREIGN KEY ("team_id", "domain_id") REFERENCES "gmail_domains"("team_id", "domain_id") ON DELETE CASCADE ON UPDATE NO ACTION;
