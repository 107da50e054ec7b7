-- Settles some claims of a team and starts others, in one transaction. `message_ids`: of both. `lease_seconds`: of the started.
-- Returns what was done: the index of each settlement or start among its kind, and a notice of a mail's new status.
create or replace function write_ledger(team int, message_ids uuid[], settlements jsonb, starts jsonb, lease_seconds float8)
returns table (settled boolean, index int, notice text)
language plpgsql as $$
#variable_conflict use_column
begin
  -- All rows first, in the order of their ids, so that two writers wait for each other instead of deadlocking.
  perform 1 from messages m where m.team_id = team and m.id = any(message_ids) order by m.id for no key update;
  if jsonb_array_length(settlements) > 0 then
    return query select true, s.index, s.notice from settle_messages(team, settlements) s;
  end if;
  if jsonb_array_length(starts) > 0 then
    return query select false, s.index, null::text from start_messages(team, starts, lease_seconds) s;
  end if;
end
$$;
