-- The key of a person by team and normalised address, as `personKey` in src/ids.ts makes it: for statements that find
-- an address themselves.
CREATE FUNCTION "person_key"(team int, address text) RETURNS uuid LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid
  FROM substr(sha256(convert_to(team || ':' || address, 'UTF8')), 1, 16) AS hash
$$;
