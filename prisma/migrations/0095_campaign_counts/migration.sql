-- Why a message was withheld, as a machine's word: the set of reasons is open. Null unless it was.
ALTER TABLE "messages" ADD COLUMN "withheld" TEXT;
UPDATE "messages" SET "withheld" = CASE "last_error"
    WHEN 'The recipient is suppressed.' THEN 'suppressed'
    WHEN 'The person is no longer on the list.' THEN 'left_list'
    WHEN 'The person is unsubscribed.' THEN 'unsubscribed'
    WHEN 'The person is unconfirmed.' THEN 'unconfirmed'
    WHEN 'The person is bounced.' THEN 'bounced'
    WHEN 'The person is complained.' THEN 'complained'
    WHEN 'The campaign was cancelled.' THEN 'cancelled'
    ELSE 'other' END
  WHERE "state" = 'withheld';

-- Which variant of its campaign a sale is credited to: the person may be erased afterwards.
ALTER TABLE "sales" ADD COLUMN "variant" SMALLINT;

-- What happened to a message of a campaign for the first time. Rows are only added, so that nobody waits for a row that
-- others change (docs/adr/0060).
CREATE TABLE "message_facts" (
    "team_id" INTEGER NOT NULL,
    "message_id" UUID NOT NULL,
    "what" TEXT NOT NULL,
    "link" UUID NOT NULL,
    "campaign_id" UUID NOT NULL,
    "person_key" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "message_facts_pkey" PRIMARY KEY ("team_id","message_id","what","link")
);

-- CreateIndex
CREATE INDEX "message_facts_team_id_campaign_id_what_link_person_key_idx" ON "message_facts"("team_id", "campaign_id", "what", "link", "person_key");

-- AddForeignKey
ALTER TABLE "message_facts" ADD CONSTRAINT "message_facts_team_id_message_id_fkey" FOREIGN KEY ("team_id", "message_id") REFERENCES "messages"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "message_facts" ADD CONSTRAINT "message_facts_what_check" CHECK ("what" IN
  ('opened', 'clicked', 'clicked_link', 'unsubscribed', 'bounced', 'hard_bounce', 'soft_bounce', 'complained'));

-- The figures of a report, each holder in rows of its own.
CREATE TABLE "campaign_counts" (
    "team_id" INTEGER NOT NULL,
    "campaign_id" UUID NOT NULL,
    "what" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "variant" SMALLINT NOT NULL,
    "holder" INTEGER NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "campaign_counts_pkey" PRIMARY KEY ("team_id","campaign_id","what","detail","variant","holder")
);

-- AddForeignKey
ALTER TABLE "campaign_counts" ADD CONSTRAINT "campaign_counts_team_id_campaign_id_fkey" FOREIGN KEY ("team_id", "campaign_id") REFERENCES "campaigns"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- The rows of a campaign that is being read change all the time: dead versions are cleared early.
ALTER TABLE "campaign_counts" SET (fillfactor = 70, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.05);

-- The addresses that the counts of links are about.
CREATE TABLE "campaign_links" (
    "team_id" INTEGER NOT NULL,
    "campaign_id" UUID NOT NULL,
    "link" UUID NOT NULL,
    "url" TEXT NOT NULL,

    CONSTRAINT "campaign_links_pkey" PRIMARY KEY ("team_id","campaign_id","link")
);

-- AddForeignKey
ALTER TABLE "campaign_links" ADD CONSTRAINT "campaign_links_team_id_campaign_id_fkey" FOREIGN KEY ("team_id", "campaign_id") REFERENCES "campaigns"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What was sent before there were counts is counted in the background (docs/adr/0060); a new campaign is counted as it goes.
ALTER TABLE "campaigns" ADD COLUMN "counted" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "campaigns" ALTER COLUMN "counted" SET DEFAULT true;
CREATE INDEX "campaigns_counted_idx" ON "campaigns"("counted") WHERE NOT "counted";
