ALTER TABLE "forms" ADD CONSTRAINT "forms_kind_check" CHECK ("kind" IN ('inline', 'popup', 'slide_in', 'bar', 'page')) NOT VALID;
ALTER TABLE "forms" VALIDATE CONSTRAINT "forms_kind_check";
ALTER TABLE "forms" ADD CONSTRAINT "forms_design_check" CHECK ("design" IN ('clean', 'tinted', 'bold')) NOT VALID;
ALTER TABLE "forms" VALIDATE CONSTRAINT "forms_design_check";
ALTER TABLE "forms" ADD CONSTRAINT "forms_opening_check" CHECK ("open_after_seconds" BETWEEN 0 AND 3600
    AND "open_after_percent" BETWEEN 1 AND 100 AND "repeat_after_days" BETWEEN 0 AND 365) NOT VALID;
ALTER TABLE "forms" VALIDATE CONSTRAINT "forms_opening_check";
