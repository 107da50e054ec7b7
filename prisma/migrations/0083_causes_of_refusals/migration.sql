-- Why a mail server refused a mail, as src/domain/refusals judges it. Null: not known, or from before it was judged.
ALTER TABLE "feedback" ADD COLUMN "cause" TEXT;

-- Refusals that are about us, by day (UTC), so that an operator sees a block before the campaign is over. A domain of ours is
-- empty where the report does not tell it.
CREATE TABLE "refusal_counts" (
    "team_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "sending_domain" TEXT NOT NULL,
    "recipient_domain" TEXT NOT NULL,
    "transport_id" UUID NOT NULL,
    "cause" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refusal_counts_pkey" PRIMARY KEY ("team_id","day","sending_domain","recipient_domain","transport_id","cause")
);

ALTER TABLE "refusal_counts" ADD CONSTRAINT "refusal_counts_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
