-- The new value of a field, or its own if `fields` does not name it. Null is a new value too.
create or replace function field_of(fields jsonb, name text, own text)
returns text
language sql immutable as $$
  select case when fields ? name then fields ->> name else own end
$$;
