-- What happened to a mail that the step of an automation filed, each once, for the figures of the step. Opens, clicks and whether
-- it was sent stand in columns of their own. It stays when a recipient is erased.
ALTER TABLE "transactional_mails" ADD COLUMN "happened" TEXT[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT "transactional_mails_happened_check" CHECK ("happened" <@ '{bounced,complained,unsubscribed}'::text[]);

-- Its message names the run, as those of other steps do: so whoever settles it knows that it counts for a step.
ALTER TABLE "messages" DROP CONSTRAINT "messages_run_check",
  ADD CONSTRAINT "messages_run_check" CHECK ("run_id" IS NULL OR "kind" IN ('campaign', 'transactional'));
