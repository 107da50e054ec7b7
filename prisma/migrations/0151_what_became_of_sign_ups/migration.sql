-- What became of a sign-up when it was taken. Null: it waits, nothing came of it, or it was taken before this was kept.
ALTER TABLE "sign_ups"
  ADD COLUMN "outcome" TEXT,
  ADD CONSTRAINT "sign_ups_outcome_check" CHECK ("outcome" IS NULL OR "subscriber_id" IS NOT NULL
    AND "outcome" IN ('subscribed', 'asked', 'already_subscribed')) NOT VALID;

-- The sign-ups of a form, newest first.
CREATE INDEX "sign_ups_team_id_form_id_created_at_id_idx" ON "sign_ups"("team_id", "form_id", "created_at", "id")
  WHERE "subscriber_id" IS NOT NULL;
