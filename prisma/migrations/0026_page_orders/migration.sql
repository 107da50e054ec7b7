-- Sorts subscribers in both directions, and serves growth. Null (not confirmed yet) counts as the earliest date.
CREATE INDEX "subscribers_team_id_list_id_subscribed_at_id_idx" ON "subscribers"("team_id", "list_id", "subscribed_at" NULLS FIRST, "id");

-- CreateIndex
CREATE INDEX "subscribers_team_id_list_id_email_idx" ON "subscribers"("team_id", "list_id", "email");

-- Serves growth. Contains only subscribers who left.
CREATE INDEX "subscribers_team_id_list_id_unsubscribed_at_idx" ON "subscribers"("team_id", "list_id", "unsubscribed_at")
    WHERE "unsubscribed_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "campaigns_team_id_template_id_idx" ON "campaigns"("team_id", "template_id");

-- CreateIndex
CREATE INDEX "transactional_mails_team_id_template_id_id_idx" ON "transactional_mails"("team_id", "template_id", "id");
