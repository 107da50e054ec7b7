-- Logo, colours, font and links of a team's e-mails (docs/templates.md). Null: the defaults.
ALTER TABLE "teams" ADD COLUMN "brand" JSONB,
  ADD CONSTRAINT "teams_brand_check" CHECK (jsonb_typeof(brand) = 'object');
