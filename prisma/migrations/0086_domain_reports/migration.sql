-- What other mail servers report of sending domains: DMARC aggregate reports (RFC 7489) and TLS reports (RFC 8460).
CREATE TABLE "domain_reports" (
    "team_id" INTEGER NOT NULL,
    "domain_id" UUID NOT NULL,
    "key" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "reporter" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "sources" INTEGER NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "domain_reports_pkey" PRIMARY KEY ("team_id","domain_id","key"),
    CONSTRAINT "domain_reports_kind_check" CHECK ("kind" IN ('dmarc', 'tls'))
);

CREATE TABLE "domain_report_sources" (
    "team_id" INTEGER NOT NULL,
    "domain_id" UUID NOT NULL,
    "key" BYTEA NOT NULL,
    "number" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "passed" BOOLEAN NOT NULL,
    "result" TEXT NOT NULL,
    "dkim" BOOLEAN,
    "spf" BOOLEAN,
    "count" INTEGER NOT NULL,

    CONSTRAINT "domain_report_sources_pkey" PRIMARY KEY ("team_id","domain_id","key","number"),
    CONSTRAINT "domain_report_sources_count_check" CHECK ("count" > 0)
);

CREATE INDEX "domain_reports_team_id_domain_id_day_idx" ON "domain_reports"("team_id", "domain_id", "day");

CREATE INDEX "domain_reports_team_id_domain_id_received_at_idx" ON "domain_reports"("team_id", "domain_id", "received_at");

-- Finds whom a report is about.
CREATE INDEX "sending_domains_domain_idx" ON "sending_domains"("domain");

ALTER TABLE "domain_reports" ADD CONSTRAINT "domain_reports_team_id_domain_id_fkey" FOREIGN KEY ("team_id", "domain_id") REFERENCES "sending_domains"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "domain_report_sources" ADD CONSTRAINT "domain_report_sources_team_id_domain_id_key_fkey" FOREIGN KEY ("team_id", "domain_id", "key") REFERENCES "domain_reports"("team_id", "domain_id", "key") ON DELETE CASCADE ON UPDATE NO ACTION;
