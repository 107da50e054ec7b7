-- A click is an open (docs/adr/0134). An open that only a click tells of is marked, so that the opens can be counted again.
ALTER TABLE "message_facts" ADD COLUMN "by_click" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "transactional_mails" ADD COLUMN "opened_by_click" BOOLEAN NOT NULL DEFAULT false;

-- Mails that were clicked before, and not opened.
INSERT INTO "automation_counts" AS known (team_id, automation_id, step, what, detail, holder, count)
SELECT m.team_id, m.automation_id, m.automation_step, 'opened', '', 0, count(*) FROM "transactional_mails" m
JOIN "automations" a ON a.team_id = m.team_id AND a.id = m.automation_id
WHERE m.automation_step IS NOT NULL AND m.clicks > 0 AND m.opens = 0
GROUP BY m.team_id, m.automation_id, m.automation_step
ON CONFLICT (team_id, automation_id, step, what, detail, holder) DO UPDATE SET count = known.count + excluded.count;
UPDATE "transactional_mails" SET "opens" = 1, "opened_by_click" = true WHERE "clicks" > 0 AND "opens" = 0;

-- Workers count the campaigns again of which messages were clicked, and not opened.
UPDATE "campaigns" c SET "counted" = false
WHERE EXISTS (SELECT 1 FROM "message_facts" f
              WHERE f.team_id = c.team_id AND f.campaign_id = c.id AND f.what = 'clicked' AND NOT EXISTS (
                SELECT 1 FROM "message_facts" o WHERE o.team_id = f.team_id AND o.message_id = f.message_id AND o.what = 'opened'));
