-- Rows about what people did are removed by their age (docs/adr/0169). How far each table was looked through already, by its name.
ALTER TABLE "teams" ADD COLUMN "removed_to" JSONB NOT NULL DEFAULT '{}';

-- How often each reason for leaving was said in changes that were removed.
ALTER TABLE "lists" ADD COLUMN "earlier_reasons" JSONB NOT NULL DEFAULT '{}';
