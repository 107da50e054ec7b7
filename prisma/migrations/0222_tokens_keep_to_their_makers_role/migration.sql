-- A token never does more than the member who made it.
ALTER TABLE "api_tokens" ADD COLUMN "role" "Role";

UPDATE "api_tokens" t SET "role" = m."role" FROM "members" m WHERE m."team_id" = t."team_id" AND m."id" = t."created_by";

-- The makers of these are gone: from now on nobody's, with what an editor may.
UPDATE "api_tokens" SET "role" = 'editor', "created_by" = NULL WHERE "created_by" IS NOT NULL AND "role" IS NULL;
