-- More headers, by name: of all messages to a list, of those of a campaign, and of all that leave by a transport.
ALTER TABLE "lists" ADD COLUMN "headers" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "campaigns" ADD COLUMN "headers" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "transports" ADD COLUMN "headers" JSONB NOT NULL DEFAULT '{}';
