-- CreateEnum
CREATE TYPE "MessageKind" AS ENUM ('transactional', 'confirmation');

-- The states stay what they are.
ALTER TYPE "DeliveryState" RENAME TO "MessageState";

-- CreateTable
CREATE TABLE "installation_secrets" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "installation_secrets_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "messages" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "kind" "MessageKind" NOT NULL,
    "mail_id" UUID,
    "subscriber_id" UUID,
    "state" "MessageState" NOT NULL DEFAULT 'queued',
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "undecided" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "first_try_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("team_id","id")
);

-- Exactly what the kind is made from. Prisma does not speak of checks, so this one is our own.
ALTER TABLE "messages" ADD CONSTRAINT "messages_made_from" CHECK (
    CASE "kind"
        WHEN 'transactional' THEN "mail_id" IS NOT NULL AND "mail_id" = "id" AND "subscriber_id" IS NULL
        WHEN 'confirmation' THEN "subscriber_id" IS NOT NULL AND "mail_id" IS NULL
        ELSE false
    END
);

-- The messages that there are: each keeps its place, and the Message-ID under which it may have gone out already.
INSERT INTO "messages" ("team_id", "id", "kind", "mail_id", "state", "due_at", "lease_until", "fence", "failures", "undecided", "last_error", "first_try_at", "created_at")
SELECT d."team_id", d."mail_id", 'transactional', d."mail_id", d."state", d."due_at", d."lease_until", d."fence", d."failures", d."undecided", d."last_error", d."first_try_at", m."created_at"
FROM "deliveries" d JOIN "transactional_mails" m ON m."team_id" = d."team_id" AND m."id" = d."mail_id";

-- DropTable
DROP TABLE "deliveries";

-- CreateIndex
CREATE INDEX "messages_state_kind_due_at_idx" ON "messages"("state", "kind", "due_at");

-- CreateIndex
CREATE INDEX "messages_team_id_subscriber_id_idx" ON "messages"("team_id", "subscriber_id");

-- CreateIndex
CREATE UNIQUE INDEX "messages_team_id_mail_id_key" ON "messages"("team_id", "mail_id");

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_team_id_mail_id_fkey" FOREIGN KEY ("team_id", "mail_id") REFERENCES "transactional_mails"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_team_id_subscriber_id_fkey" FOREIGN KEY ("team_id", "subscriber_id") REFERENCES "subscribers"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
