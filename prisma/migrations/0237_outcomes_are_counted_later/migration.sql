-- What became of messages, until it is counted (docs/adr/0176): settling only adds rows, counting takes them away.
CREATE TABLE "outcomes" (
    "team_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "message_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "was" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "campaign_id" UUID,
    "mail_id" UUID,
    "person_key" UUID,
    "variant" SMALLINT,
    "withheld" TEXT,
    "sending_domain" TEXT,
    "recipient_domain" TEXT,
    "cause" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "outcomes_pkey" PRIMARY KEY ("team_id","id")
);
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
