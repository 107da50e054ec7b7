-- A sign-up keeps what was answered, and says by itself what became of it: so that no other table is read to count sign-ups. Of those
-- that were taken before, the answers are gone.
ALTER TABLE "sign_ups" DROP CONSTRAINT "sign_ups_waiting_check";
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_waiting_check" CHECK (("taken_at" IS NULL) = ("email" IS NOT NULL)
  AND ("taken_at" IS NOT NULL OR "answers" IS NOT NULL) AND ("answers" IS NULL OR "taken_at" IS NULL OR "subscriber_id" IS NOT NULL));

UPDATE "sign_ups" u
SET "outcome" = CASE WHEN s."subscribed_at" >= u."taken_at" OR (u."outcome" IS NULL AND s."subscribed_at" IS NOT NULL)
                     THEN 'subscribed' ELSE 'asked' END
FROM "subscribers" s
WHERE s."team_id" = u."team_id" AND s."id" = u."subscriber_id" AND (u."outcome" IS NULL OR u."outcome" = 'asked');

-- The sign-ups of a form in one status, and how many they are.
CREATE INDEX "sign_ups_team_id_form_id_outcome_created_at_id_idx" ON "sign_ups"("team_id", "form_id", "outcome", "created_at", "id")
  WHERE "subscriber_id" IS NOT NULL;

-- Who was asked by a sign-up, and is subscribed now, has confirmed it. Once per statement, whichever part of the program wrote it.
-- `keepingChanges` does it where tables are distributed.
CREATE FUNCTION "confirm_sign_ups"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  confirmed uuid[];
BEGIN
  SELECT array_agg(a.id) INTO confirmed
  FROM after_rows a JOIN before_rows b ON b.team_id = a.team_id AND b.id = a.id
  WHERE a.status = 'subscribed' AND b.status <> 'subscribed';
  IF confirmed IS NOT NULL THEN
    UPDATE sign_ups SET outcome = 'subscribed'
    WHERE team_id = ANY (ARRAY(SELECT DISTINCT team_id FROM after_rows)) AND subscriber_id = ANY (confirmed) AND outcome = 'asked';
  END IF;
  RETURN NULL;
END $$;

-- Distributed tables have no triggers (docs/adr/0044): a database that was spread already gets none.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'subscribers'::regclass AND tgname = 'note_update') THEN
    CREATE TRIGGER "confirm_update" AFTER UPDATE ON "subscribers" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
      FOR EACH STATEMENT WHEN (coalesce(current_setting('tidings.of_all', true), '') = '') EXECUTE FUNCTION confirm_sign_ups();
  END IF;
END $$;
