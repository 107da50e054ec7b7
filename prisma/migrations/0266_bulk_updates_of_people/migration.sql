-- A bulk update walks subscriptions, or people with all their subscriptions (docs/adr/0207).
ALTER TABLE "bulk_updates" ADD COLUMN "each" TEXT NOT NULL DEFAULT 'subscription';
