-- AlterTable
ALTER TABLE "lists" ADD COLUMN     "transport_id" UUID;

-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "default_transport_id" UUID;

-- AlterTable
ALTER TABLE "transactional_mails" ADD COLUMN     "transport_id" UUID;

-- CreateTable
CREATE TABLE "transports" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "secure" BOOLEAN NOT NULL,
    "user" TEXT,
    "password" BYTEA,
    "connections" INTEGER NOT NULL,
    "messages_per_minute" INTEGER,
    "warm_up_started_on" DATE,
    "domain_limits" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "transports_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "send_budgets" (
    "team_id" INTEGER NOT NULL,
    "transport_id" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL DEFAULT 1,
    "refilled_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "spread_until" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "day" DATE,
    "sent" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "send_budgets_pkey" PRIMARY KEY ("team_id","transport_id","domain")
);

-- CreateTable
CREATE TABLE "rests" (
    "team_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "transport_id" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "rests" INTEGER NOT NULL DEFAULT 0,
    "reason" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3),
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rests_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "rests_team_id_transport_id_domain_key" ON "rests"("team_id", "transport_id", "domain");

-- AddForeignKey
ALTER TABLE "lists" ADD CONSTRAINT "lists_team_id_transport_id_fkey" FOREIGN KEY ("team_id", "transport_id") REFERENCES "transports"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "teams" ADD CONSTRAINT "teams_id_default_transport_id_fkey" FOREIGN KEY ("id", "default_transport_id") REFERENCES "transports"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "transactional_mails" ADD CONSTRAINT "transactional_mails_team_id_transport_id_fkey" FOREIGN KEY ("team_id", "transport_id") REFERENCES "transports"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "transports" ADD CONSTRAINT "transports_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "send_budgets" ADD CONSTRAINT "send_budgets_team_id_transport_id_fkey" FOREIGN KEY ("team_id", "transport_id") REFERENCES "transports"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rests" ADD CONSTRAINT "rests_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
