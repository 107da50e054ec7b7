-- Whether a click shows that a message was opened, because no pixel was fetched before: the first click came before the first open.
create or replace function is_by_click(first_click timestamptz, first_open timestamptz)
returns boolean
language sql immutable as $$
  select coalesce(first_click < first_open, first_open is null)
$$;
