-- Liquid. Null: the text part is made from the HTML.
ALTER TABLE "templates" ADD COLUMN "text" TEXT;
ALTER TABLE "campaigns" ADD COLUMN "text" TEXT;
