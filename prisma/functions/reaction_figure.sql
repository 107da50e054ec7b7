-- The figure of a report that an open or a click adds to. Any machine's click counts as a scanner's.
create or replace function reaction_figure(kind text, verdict text)
returns text
language sql immutable as $$
  select case when kind = 'open' then case verdict when 'human' then 'opens' when 'proxy' then 'open_proxies' else 'open_scanners' end
    else case verdict when 'human' then 'clicks' else 'click_scanners' end end
$$;
