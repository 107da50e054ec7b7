-- CreateEnum
CREATE TYPE "SubscriberChangeKind" AS ENUM ('confirmed', 'resubscribed', 'unsubscribed', 'tagged', 'untagged');

-- CreateTable
CREATE TABLE "subscriber_changes" (
    "team_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "subscriber_id" UUID NOT NULL,
    "kind" "SubscriberChangeKind" NOT NULL,
    "tag_ids" INTEGER[] NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscriber_changes_pkey" PRIMARY KEY ("team_id","id")
);

-- Who left before changes were kept.
INSERT INTO "subscriber_changes" ("team_id", "subscriber_id", "kind", "at")
SELECT "team_id", "id", 'unsubscribed', "unsubscribed_at" FROM "subscribers" WHERE "unsubscribed_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "subscriber_changes_team_id_subscriber_id_at_idx" ON "subscriber_changes"("team_id", "subscriber_id", "at" DESC);

-- AddForeignKey
ALTER TABLE "subscriber_changes" ADD CONSTRAINT "subscriber_changes_team_id_subscriber_id_fkey" FOREIGN KEY ("team_id", "subscriber_id") REFERENCES "subscribers"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Keeps what changed: once per statement, whichever part of the program wrote it (docs/adr/0034). A deleted tag is taken off
-- half a million people: nobody asks each of them when. New subscribers are their own entry, so that imports write nothing
-- more.
CREATE FUNCTION "note_subscriber_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscriber_changes (team_id, subscriber_id, kind, tag_ids)
  SELECT changed.team_id, changed.id, change.kind, change.tags
  FROM (SELECT a.team_id, a.id, b.status AS was, a.status AS is, b.tag_ids AS before, a.tag_ids AS after
        FROM after_rows a JOIN before_rows b ON b.team_id = a.team_id AND b.id = a.id
        WHERE a.status <> b.status OR a.tag_ids <> b.tag_ids) changed
  CROSS JOIN LATERAL (
    SELECT CASE WHEN changed.is = 'unsubscribed' THEN 'unsubscribed'
                WHEN changed.was IN ('unsubscribed', 'bounced', 'complained') THEN 'resubscribed'
                ELSE 'confirmed' END::"SubscriberChangeKind" AS kind, '{}'::int[] AS tags
    WHERE changed.was <> changed.is AND (changed.is IN ('unsubscribed', 'subscribed') OR
      (changed.is = 'unconfirmed' AND changed.was IN ('unsubscribed', 'bounced', 'complained')))
    UNION ALL
    SELECT 'tagged', added FROM (
      SELECT array_agg(tag ORDER BY tag) AS added FROM unnest(changed.after) tag WHERE tag <> ALL (changed.before)) new
    WHERE added IS NOT NULL
    UNION ALL
    SELECT 'untagged', removed FROM (
      SELECT array_agg(t.id ORDER BY t.id) AS removed FROM unnest(changed.before) tag
      JOIN tags t ON t.team_id = changed.team_id AND t.id = tag WHERE tag <> ALL (changed.after)) gone
    WHERE removed IS NOT NULL
  ) change ORDER BY changed.team_id, changed.id;
  RETURN NULL;
END $$;

CREATE TRIGGER "note_update" AFTER UPDATE ON "subscribers" REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION note_subscriber_changes();
