-- offline: opens and clicks that an older process records would lack their time

CREATE TYPE "BounceKind" AS ENUM ('hard', 'soft');

ALTER TABLE "transactional_mails" ADD COLUMN "opened_at" TIMESTAMPTZ(3), ADD COLUMN "clicked_at" TIMESTAMPTZ(3),
  ADD COLUMN "bounced_at" TIMESTAMPTZ(3), ADD COLUMN "bounce_kind" "BounceKind", ADD COLUMN "complained_at" TIMESTAMPTZ(3);

ALTER TABLE "teams" ADD COLUMN "mails_watched_until" TIMESTAMPTZ(3);

-- Reactions may have been removed because of their age.
UPDATE "transactional_mails" m SET "opened_at" = coalesce(r."at", m."sent_at", m."created_at"),
    "clicked_at" = CASE WHEN m."clicks" > 0 THEN coalesce(r."clicked", m."sent_at", m."created_at") END
  FROM (SELECT o."team_id", o."id", min(r."at") AS "at", min(r."at") FILTER (WHERE r."kind" = 'click') AS "clicked"
        FROM "transactional_mails" o
        LEFT JOIN "reactions" r ON r."team_id" = o."team_id" AND r."message_id" = o."id" AND r."verdict" = 'human'
        WHERE o."opens" > 0 OR o."clicks" > 0 GROUP BY o."team_id", o."id") r
  WHERE r."team_id" = m."team_id" AND r."id" = m."id";

UPDATE "transactional_mails" m SET "complained_at" = f."complained",
    "bounced_at" = coalesce(f."hard", f."soft"),
    "bounce_kind" = CASE WHEN f."hard" IS NOT NULL THEN 'hard'::"BounceKind" WHEN f."soft" IS NOT NULL THEN 'soft'::"BounceKind" END
  FROM (SELECT "team_id", "message_id", min("at") FILTER (WHERE "kind" = 'complaint') AS "complained",
          min("at") FILTER (WHERE "kind" = 'hard_bounce') AS "hard", min("at") FILTER (WHERE "kind" = 'soft_bounce') AS "soft"
        FROM "feedback" WHERE "message_id" IS NOT NULL GROUP BY "team_id", "message_id") f
  WHERE f."team_id" = m."team_id" AND f."message_id" = m."id";

-- It returns more columns now, and is made anew.
DROP FUNCTION IF EXISTS record_reactions;
