-- Records the orders with a value among events as sales, unless a sale with the same reference exists. Returns the credited campaigns.
create or replace function record_orders(
  team int, ids uuid[], persons uuid[], names text[], amounts bigint[], currencies text[], times timestamptz[], refs text[])
returns uuid[]
language plpgsql as $$
declare
  credited uuid[];
begin
  select array_agg(g.id), array_agg(g.person), array_agg(g.amount), array_agg(g.currency), array_agg(g.at), array_agg(g.ref)
  into ids, persons, amounts, currencies, times, refs
  from unnest(ids, persons, names, amounts, currencies, times, refs) g(id, person, name, amount, currency, at, ref)
  where g.name = 'order' and g.amount is not null;
  if ids is not null then
    select s.credited into credited
    from record_sales(team, 'event', ids, persons, amounts, currencies, times, refs, null) s;
  end if;
  return credited;
end
$$;
