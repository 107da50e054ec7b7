-- The figures of a report to which one fact of a campaign's message adds: when it is counted, taken back or counted again. `domain`: of
-- the person's address. `started_at`: when sending the campaign began. Hours are counted for three days.
create or replace function fact_figures(
  fact text, link uuid, at timestamptz, by_click boolean, started_at timestamptz, variant int, domain text)
returns table (what text, detail text, variant_of int)
language sql immutable as $$
  select figure.what, figure.detail, figure.variant
  from (select floor(extract(epoch from at - started_at) / 3600)::int as hour) since
  cross join lateral (values
    (case when fact <> 'clicked_link' then fact end, '', variant),
    (case when by_click then 'opens' end, '', variant),
    (case when fact = 'clicked_link' then 'link_unique' end, link::text, 0),
    (case when fact in ('opened', 'clicked') and since.hour between 0 and 71 then fact || '_at_hour' end, since.hour::text, 0),
    (case when fact in ('opened', 'clicked', 'bounced') then fact || '_at_domain' end, nullif(domain, ''), 0)) figure(what, detail, variant)
  where figure.what is not null and figure.detail is not null
$$;
