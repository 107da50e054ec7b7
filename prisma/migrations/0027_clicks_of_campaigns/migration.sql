-- Set for clicks in messages of campaigns, so that the clicks of a campaign are found without its messages.
ALTER TABLE "reactions" ADD COLUMN     "campaign_id" UUID;

UPDATE "reactions" r SET campaign_id = m.campaign_id
FROM "messages" m
WHERE r.kind = 'click' AND m.team_id = r.team_id AND m.id = r.message_id AND m.campaign_id IS NOT NULL;

CREATE INDEX "reactions_team_id_campaign_id_idx" ON "reactions"("team_id", "campaign_id")
    WHERE "campaign_id" IS NOT NULL AND "kind" = 'click' AND "verdict" = 'human';
