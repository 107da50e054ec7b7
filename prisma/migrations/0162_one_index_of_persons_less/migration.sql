-- Each change of a subscriber writes to all indexes. One that begins with the person finds who is subscribed to a list as well as the
-- lists of a person: two did that.
CREATE UNIQUE INDEX "subscribers_team_id_person_key_list_id_key" ON "subscribers"("team_id", "person_key", "list_id");
DROP INDEX "subscribers_team_id_list_id_person_key_key";
DROP INDEX "subscribers_team_id_person_key_idx";
