-- Mistakes in the CSS of a template that e-mail programs get over, found when it is compiled.
ALTER TABLE "templates" ADD COLUMN "css_warnings" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
