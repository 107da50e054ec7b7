-- The values of a contact field are converted or removed in the background, in chunks (docs/adr/0051). A row stands for each
-- change of a field that is under way, and for the last conversion of a field.
CREATE TABLE "field_changes" (
    "team_id" INTEGER NOT NULL,
    "number" SERIAL NOT NULL,
    "field_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "type" "ContactFieldType",
    "after" UUID,
    "total" INTEGER,
    "processed" INTEGER NOT NULL DEFAULT 0,
    "converted" INTEGER NOT NULL DEFAULT 0,
    "unconverted" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "field_changes_pkey" PRIMARY KEY ("team_id","number"),
    CONSTRAINT "field_changes_removals_are_not_kept" CHECK ("type" IS NOT NULL OR "finished_at" IS NULL)
);

-- Every statement that shows attributes asks for the changes under way: mostly there are none.
CREATE INDEX "field_changes_team_id_key_idx" ON "field_changes"("team_id", "key") WHERE "finished_at" IS NULL;

ALTER TABLE "field_changes" ADD CONSTRAINT "field_changes_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- The removals of fields after which the attributes were written. Null, which takes no space, for nearly everybody.
ALTER TABLE "subscribers" ADD COLUMN "removals" INTEGER[];

-- The value as a contact field of a type stores it, by the rules of `readAttributes` in src/domain/audience/attributes.ts.
-- Null when it does not convert. A CASE guards each cast, so that one value that is not a number does not fail the statement. The
-- digits are limited: a longer number is beyond 2^53 - 1, a longer fraction is below what a double can tell from zero. PostgreSQL
-- accepts offsets up to 15:59; no time zone has a larger one. Milliseconds are truncated, not rounded, as `readAttributes` does. Every
-- time that is cast names its offset, so the result depends on no setting.
CREATE FUNCTION "convert_attribute"(old jsonb, kind "ContactFieldType") RETURNS jsonb LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  is_text CONSTANT boolean := jsonb_typeof(old) = 'string';
  word text := old #>> '{}';
  moment timestamp;
BEGIN
  IF kind = 'text' THEN RETURN to_jsonb(word); END IF;
  IF kind = 'boolean' THEN
    RETURN CASE WHEN jsonb_typeof(old) = 'boolean' THEN old WHEN is_text AND word IN ('true', 'false') THEN to_jsonb(word::boolean) END;
  END IF;
  IF kind = 'number' THEN
    IF NOT is_text THEN RETURN CASE WHEN jsonb_typeof(old) = 'number' THEN old END; END IF;
    word := btrim(word, E' \t\n\r');
    IF word !~ '^-?(0|[1-9][0-9]{0,15})(\.[0-9]{1,250})?$' THEN RETURN NULL; END IF;
    RETURN CASE WHEN abs(word::numeric) <= 9007199254740991 THEN to_jsonb(word::float8) END;
  END IF;
  IF NOT is_text OR word !~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])' OR left(word, 4) = '0000' THEN RETURN NULL; END IF;
  IF substr(word, 9, 2)::int > extract(day FROM
    make_date(left(word, 4)::int, substr(word, 6, 2)::int, 1) + interval '1 month' - interval '1 day') THEN RETURN NULL; END IF;
  IF word ~ '^.{10}$' THEN RETURN old; END IF;
  IF word !~ '^.{10}[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?([Zz]|[+-](0[0-9]|1[0-5]):[0-5][0-9])$' THEN RETURN NULL; END IF;
  moment := regexp_replace(word, '(\.[0-9]{1,3})[0-9]*', '\1')::timestamptz AT TIME ZONE 'UTC';
  RETURN CASE WHEN extract(year FROM moment) BETWEEN 1 AND 9999 THEN to_jsonb(to_char(moment, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END;
END $$;

-- The attributes of a subscriber as everybody sees them while fields change: without the values of deleted fields, unless they
-- were written after the deletion, and with the values of converted fields in their new type. `removals` is the subscriber's
-- column; `changes` has `number`, `key` and `type` (null: removed) of the changes under way, in the order of their numbers.
CREATE FUNCTION "shown_attributes"(attributes jsonb, removals int[], changes jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  shown jsonb := attributes;
  change jsonb;
BEGIN
  FOR change IN SELECT jsonb_array_elements(changes) LOOP
    CONTINUE WHEN NOT shown ? (change ->> 'key');
    IF change ->> 'type' IS NULL THEN
      CONTINUE WHEN (change ->> 'number')::int = ANY (removals);
      shown := shown - (change ->> 'key');
    ELSE
      shown := jsonb_set(shown, ARRAY[change ->> 'key'], coalesce(
        convert_attribute(shown -> (change ->> 'key'), (change ->> 'type')::"ContactFieldType"), shown -> (change ->> 'key')));
    END IF;
  END LOOP;
  RETURN shown;
END $$;
