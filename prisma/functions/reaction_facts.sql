-- The facts that an open or a click of a person establishes for its message. A click implies an open (docs/adr/0134). `link`: of a
-- click, as an MD5; all zeros in a fact that is about none.
create or replace function reaction_facts(kind text, link uuid)
returns table (what text, link_of uuid)
language sql immutable as $$
  select fact.what, fact.link
  from (values
    ('opened', '00000000-0000-0000-0000-000000000000'::uuid),
    (case kind when 'click' then 'clicked' end, '00000000-0000-0000-0000-000000000000'::uuid),
    ('clicked_link', case kind when 'click' then link end)) fact(what, link)
  where fact.what is not null and fact.link is not null
$$;
