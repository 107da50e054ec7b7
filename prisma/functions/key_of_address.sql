-- The key of the person with an address, as `personKey` in src/ids.ts computes it. All machines of a cluster have it.
create or replace function key_of_address(of_team int, address text)
returns uuid
language sql immutable as $$
  select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid
  from substr(sha256(convert_to(of_team::text || ':' || address, 'UTF8')), 1, 16) as hash
$$;
