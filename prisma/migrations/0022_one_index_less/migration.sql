-- Written three times for each message of a campaign, and read by nothing: a person's messages are found campaign by campaign.
DROP INDEX IF EXISTS "messages_team_id_person_key_idx";
