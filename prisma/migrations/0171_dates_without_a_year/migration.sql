-- A date may have no year, as birthdays do: --03-14. In a leap year there is 29 February. The rest is as in 0080.
CREATE OR REPLACE FUNCTION "convert_attribute"(old jsonb, kind "ContactFieldType") RETURNS jsonb LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
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
  IF is_text AND word ~ '^--(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' THEN
    RETURN CASE WHEN right(word, 2)::int <= extract(day FROM make_date(2024, substr(word, 3, 2)::int, 1)
      + interval '1 month' - interval '1 day') THEN old END;
  END IF;
  IF NOT is_text OR word !~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])' OR left(word, 4) = '0000' THEN RETURN NULL; END IF;
  IF substr(word, 9, 2)::int > extract(day FROM
    make_date(left(word, 4)::int, substr(word, 6, 2)::int, 1) + interval '1 month' - interval '1 day') THEN RETURN NULL; END IF;
  IF word ~ '^.{10}$' THEN RETURN old; END IF;
  IF word !~ '^.{10}[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?([Zz]|[+-](0[0-9]|1[0-5]):[0-5][0-9])$' THEN RETURN NULL; END IF;
  moment := regexp_replace(word, '(\.[0-9]{1,3})[0-9]*', '\1')::timestamptz AT TIME ZONE 'UTC';
  RETURN CASE WHEN extract(year FROM moment) BETWEEN 1 AND 9999 THEN to_jsonb(to_char(moment, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END;
END $$;
