-- A server that is slow or silent has campaigns wait, and urgent mail tries it all the same.
ALTER TABLE "sending_pauses" ADD COLUMN "bulk_only" BOOLEAN NOT NULL DEFAULT false;
-- Urgent mail does not line up behind campaigns at a transport with a limit.
ALTER TABLE "send_budgets" ADD COLUMN "urgent_until" TIMESTAMPTZ(3);
