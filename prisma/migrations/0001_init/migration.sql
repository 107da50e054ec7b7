-- CreateEnum
CREATE TYPE "SubscriberStatus" AS ENUM ('unconfirmed', 'subscribed', 'unsubscribed', 'bounced', 'complained');

-- CreateEnum
CREATE TYPE "ContactFieldType" AS ENUM ('text', 'number', 'date', 'boolean');

-- CreateEnum
CREATE TYPE "SuppressionReason" AS ENUM ('manual', 'hard_bounce', 'complaint', 'erased');

-- CreateEnum
CREATE TYPE "TemplateEditor" AS ENUM ('blocks', 'mjml', 'html', 'markdown');

-- CreateEnum
CREATE TYPE "TouchKind" AS ENUM ('open', 'click');

-- CreateEnum
CREATE TYPE "SenderKind" AS ENUM ('transactional', 'campaign', 'automation');

-- CreateEnum
CREATE TYPE "SaleOrigin" AS ENUM ('event', 'conversion');

-- CreateEnum
CREATE TYPE "TeamStatus" AS ENUM ('active', 'suspended');

-- CreateEnum
CREATE TYPE "Ability" AS ENUM ('read', 'write');

-- CreateEnum
CREATE TYPE "MailStatus" AS ENUM ('pending', 'sent', 'failed');

-- CreateEnum
CREATE TYPE "DeliveryState" AS ENUM ('queued', 'claimed', 'sending', 'sent', 'failed');

-- CreateTable
CREATE TABLE "lists" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "from_email" TEXT NOT NULL,
    "from_name" TEXT,
    "requires_confirmation" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lists_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "people" (
    "team_id" INTEGER NOT NULL,
    "key" UUID NOT NULL,
    "email" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "people_pkey" PRIMARY KEY ("team_id","key")
);

-- CreateTable
CREATE TABLE "subscribers" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "list_id" UUID NOT NULL,
    "person_key" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "first_name" TEXT,
    "last_name" TEXT,
    "timezone" TEXT,
    "locale" TEXT,
    "status" "SubscriberStatus" NOT NULL,
    "tag_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "subscribed_at" TIMESTAMPTZ(3),
    "unsubscribed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscribers_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "tags" (
    "team_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tags_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "contact_fields" (
    "team_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "type" "ContactFieldType" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_fields_pkey" PRIMARY KEY ("team_id","key")
);

-- CreateTable
CREATE TABLE "suppressions" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "target" TEXT NOT NULL,
    "reason" "SuppressionReason" NOT NULL DEFAULT 'manual',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppressions_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "templates" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "editor" "TemplateEditor" NOT NULL,
    "subject" TEXT,
    "content" TEXT NOT NULL,
    "styles" TEXT,
    "locale_variants" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "templates_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "events" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "person_key" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "properties" JSONB,
    "value" BIGINT,
    "currency" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "reference" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "events_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "touches" (
    "team_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "person_key" UUID NOT NULL,
    "kind" "TouchKind" NOT NULL,
    "sender" "SenderKind" NOT NULL,
    "sender_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "touches_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "sales" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "person_key" UUID NOT NULL,
    "origin" "SaleOrigin" NOT NULL,
    "value" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "reference" TEXT,
    "properties" JSONB,
    "sender" "SenderKind",
    "sender_id" UUID,
    "touch" "TouchKind",
    "touched_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sales_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "teams" (
    "id" SERIAL NOT NULL,
    "public_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "status" "TeamStatus" NOT NULL DEFAULT 'active',
    "from_email" TEXT,
    "from_name" TEXT,
    "attribution_window_days" INTEGER NOT NULL DEFAULT 5,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "id" UUID NOT NULL,
    "team_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "prefix" TEXT NOT NULL,
    "ability" "Ability" NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transactional_mails" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "template" TEXT NOT NULL,
    "template_id" UUID NOT NULL,
    "subject" TEXT,
    "subject_source" TEXT,
    "from_email" TEXT NOT NULL,
    "from_name" TEXT,
    "to" TEXT[],
    "cc" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "bcc" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "reply_to" TEXT,
    "headers" JSONB NOT NULL DEFAULT '{}',
    "variables" JSONB NOT NULL DEFAULT '{}',
    "attachments" JSONB NOT NULL DEFAULT '[]',
    "locale" TEXT,
    "recipients" TEXT[],
    "status" "MailStatus" NOT NULL DEFAULT 'pending',
    "failure_reason" TEXT,
    "opens" INTEGER NOT NULL DEFAULT 0,
    "clicks" INTEGER NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "transactional_mails_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "team_id" INTEGER NOT NULL,
    "mail_id" UUID NOT NULL,
    "state" "DeliveryState" NOT NULL DEFAULT 'queued',
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "undecided" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "first_try_at" TIMESTAMPTZ(3),

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("team_id","mail_id")
);

-- CreateIndex
CREATE INDEX "subscribers_team_id_list_id_status_idx" ON "subscribers"("team_id", "list_id", "status");

-- CreateIndex
CREATE INDEX "subscribers_team_id_list_id_id_idx" ON "subscribers"("team_id", "list_id", "id");

-- CreateIndex
CREATE INDEX "subscribers_team_id_person_key_idx" ON "subscribers"("team_id", "person_key");

-- CreateIndex
CREATE INDEX "subscribers_tag_ids_idx" ON "subscribers" USING GIN ("tag_ids");

-- CreateIndex
CREATE UNIQUE INDEX "subscribers_team_id_list_id_person_key_key" ON "subscribers"("team_id", "list_id", "person_key");

-- CreateIndex
CREATE UNIQUE INDEX "tags_team_id_slug_key" ON "tags"("team_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "suppressions_team_id_target_key" ON "suppressions"("team_id", "target");

-- CreateIndex
CREATE UNIQUE INDEX "templates_team_id_name_key" ON "templates"("team_id", "name");

-- CreateIndex
CREATE INDEX "events_team_id_person_key_occurred_at_id_idx" ON "events"("team_id", "person_key", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "events_team_id_reference_key" ON "events"("team_id", "reference");

-- CreateIndex
CREATE INDEX "touches_team_id_person_key_at_idx" ON "touches"("team_id", "person_key", "at" DESC);

-- CreateIndex
CREATE INDEX "sales_team_id_occurred_at_idx" ON "sales"("team_id", "occurred_at");

-- CreateIndex
CREATE UNIQUE INDEX "sales_team_id_reference_key" ON "sales"("team_id", "reference");

-- CreateIndex
CREATE UNIQUE INDEX "teams_public_id_key" ON "teams"("public_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_hash_key" ON "api_tokens"("hash");

-- CreateIndex
CREATE INDEX "api_tokens_team_id_idx" ON "api_tokens"("team_id");

-- CreateIndex
CREATE INDEX "transactional_mails_team_id_template_id_idx" ON "transactional_mails"("team_id", "template", "id");

-- CreateIndex
CREATE INDEX "transactional_mails_team_id_status_id_idx" ON "transactional_mails"("team_id", "status", "id");

-- CreateIndex
CREATE INDEX "transactional_mails_recipients_idx" ON "transactional_mails" USING GIN ("recipients");

-- CreateIndex
CREATE INDEX "deliveries_state_due_at_idx" ON "deliveries"("state", "due_at");

-- AddForeignKey
ALTER TABLE "lists" ADD CONSTRAINT "lists_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "people" ADD CONSTRAINT "people_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_team_id_list_id_fkey" FOREIGN KEY ("team_id", "list_id") REFERENCES "lists"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_team_id_person_key_fkey" FOREIGN KEY ("team_id", "person_key") REFERENCES "people"("team_id", "key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tags" ADD CONSTRAINT "tags_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_fields" ADD CONSTRAINT "contact_fields_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "templates" ADD CONSTRAINT "templates_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_team_id_person_key_fkey" FOREIGN KEY ("team_id", "person_key") REFERENCES "people"("team_id", "key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "touches" ADD CONSTRAINT "touches_team_id_person_key_fkey" FOREIGN KEY ("team_id", "person_key") REFERENCES "people"("team_id", "key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales" ADD CONSTRAINT "sales_team_id_person_key_fkey" FOREIGN KEY ("team_id", "person_key") REFERENCES "people"("team_id", "key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transactional_mails" ADD CONSTRAINT "transactional_mails_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_team_id_mail_id_fkey" FOREIGN KEY ("team_id", "mail_id") REFERENCES "transactional_mails"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
