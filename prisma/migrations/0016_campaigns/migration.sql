-- CreateEnum
CREATE TYPE "CampaignStatus" AS ENUM ('draft', 'sending', 'paused', 'sent', 'cancelled', 'failed');

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "campaign_id" UUID,
ADD COLUMN     "person_key" UUID,
ADD COLUMN     "holder" INTEGER,
ADD COLUMN     "sent_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "campaigns" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "list_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "template_id" UUID NOT NULL,
    "subject" TEXT,
    "from_email" TEXT,
    "from_name" TEXT,
    "reply_to" TEXT,
    "segment_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "excluded_segment_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "tracking" BOOLEAN NOT NULL DEFAULT true,
    "repeat_unknown" BOOLEAN NOT NULL DEFAULT false,
    "status" "CampaignStatus" NOT NULL DEFAULT 'draft',
    "failure_reason" TEXT,
    "content" JSONB,
    "filed_at" TIMESTAMPTZ(3),
    "recipients_count" INTEGER,
    "sent_count" INTEGER NOT NULL DEFAULT 0,
    "failed_count" INTEGER NOT NULL DEFAULT 0,
    "unknown_count" INTEGER NOT NULL DEFAULT 0,
    "withheld_count" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaigns_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE INDEX "campaigns_team_id_list_id_idx" ON "campaigns"("team_id", "list_id");

-- CreateIndex
CREATE INDEX "campaigns_status_idx" ON "campaigns"("status");

-- A million messages are put in by one statement, so the database makes their ids: RFC 9562, version 7.
CREATE FUNCTION "uuid_v7"() RETURNS UUID LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
    SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
        52, 1), 53, 1), 'hex')::uuid
$$;

-- Exactly what the kind is made from.
ALTER TABLE "messages" DROP CONSTRAINT "messages_made_from";
ALTER TABLE "messages" ADD CONSTRAINT "messages_made_from" CHECK (
    CASE "kind"
        WHEN 'transactional' THEN "mail_id" IS NOT NULL AND "mail_id" = "id" AND "subscriber_id" IS NULL AND "campaign_id" IS NULL AND "person_key" IS NULL
        WHEN 'confirmation' THEN "subscriber_id" IS NOT NULL AND "mail_id" IS NULL AND "campaign_id" IS NULL AND "person_key" IS NULL
        WHEN 'campaign' THEN "campaign_id" IS NOT NULL AND "person_key" IS NOT NULL AND "mail_id" IS NULL AND "subscriber_id" IS NULL
        ELSE false
    END
);

-- Each index holds only the messages that it finds: those of campaigns come by the million and change state three times.
DROP INDEX "messages_state_kind_due_at_idx";
CREATE INDEX "messages_kind_due_at_idx" ON "messages"("kind", "due_at")
    WHERE "campaign_id" IS NULL AND "state" IN ('queued', 'deferred');

CREATE INDEX "messages_team_id_campaign_id_due_at_idx" ON "messages"("team_id", "campaign_id", "due_at")
    WHERE "campaign_id" IS NOT NULL AND "state" IN ('queued', 'deferred');

CREATE INDEX "messages_lease_until_idx" ON "messages"("lease_until") WHERE "state" IN ('claimed', 'sending');

DROP INDEX "messages_team_id_subscriber_id_idx";
CREATE INDEX "messages_team_id_subscriber_id_idx" ON "messages"("team_id", "subscriber_id") WHERE "subscriber_id" IS NOT NULL;

DROP INDEX "messages_team_id_mail_id_key";
CREATE UNIQUE INDEX "messages_team_id_mail_id_key" ON "messages"("team_id", "mail_id") WHERE "mail_id" IS NOT NULL;

CREATE UNIQUE INDEX "messages_team_id_campaign_id_person_key_key" ON "messages"("team_id", "campaign_id", "person_key")
    WHERE "campaign_id" IS NOT NULL;

CREATE INDEX "messages_team_id_person_key_idx" ON "messages"("team_id", "person_key") WHERE "person_key" IS NOT NULL;

-- CreateIndex
CREATE INDEX "touches_team_id_sender_id_kind_person_key_idx" ON "touches"("team_id", "sender_id", "kind", "person_key");

-- AddForeignKey
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_team_id_list_id_fkey" FOREIGN KEY ("team_id", "list_id") REFERENCES "lists"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_team_id_campaign_id_fkey" FOREIGN KEY ("team_id", "campaign_id") REFERENCES "campaigns"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
