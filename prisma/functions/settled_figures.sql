-- The figures of a report to which one message adds: when it is settled, and again when a report is recounted from the messages.
-- `variant`: 0 for an automation e-mail; without variants, a campaign counts messages by state in columns of its own. `was`: its
-- state before, so that a result that comes late is taken back from the unknown ones.
create or replace function settled_figures(state text, was text, variant int, withheld text, recipient_domain text)
returns table (what text, detail text, variant_of int, count int)
language sql immutable as $$
  select figure.what, figure.detail, figure.variant, figure.count
  from (values
    ('sent_to_domain', recipient_domain, 0, (state = 'sent')::int),
    ('sent', '', variant, (state = 'sent')::int),
    ('failed', '', variant, (state = 'failed')::int),
    ('unknown', '', variant, (state = 'unknown')::int - (was = 'unknown')::int),
    ('withheld', coalesce(withheld, 'other'), coalesce(variant, 0), (state = 'withheld')::int)
  ) figure(what, detail, variant, count)
  where figure.count <> 0 and figure.detail is not null and figure.variant is not null
$$;
