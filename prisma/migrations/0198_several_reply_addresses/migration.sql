-- A mail may name several addresses for replies, with commas between them. Erasing a person looks for each.
DROP INDEX "transactional_mails_team_id_reply_to_idx";
CREATE INDEX "transactional_mails_reply_to_idx" ON "transactional_mails"
    USING GIN (string_to_array("reply_to", ',')) WHERE "reply_to" IS NOT NULL;
