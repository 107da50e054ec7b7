-- Why a campaign that is being sent has to pause, or null. `decided`: its messages sent or refused for good since it was last
-- resumed. It is judged after 200 of them. A single complaint is no signal: anyone can report a message to themselves.
create or replace function auto_pause_reason(
  decided bigint, hard_bounces bigint, complaints bigint, most_hard_bounces float8, most_complaints float8)
returns text
language sql immutable as $$
  select case
    when decided < 200 then null
    when hard_bounces * 100.0 > most_hard_bounces * decided
      then hard_bounces::text || ' of ' || decided::text || ' messages bounced hard, more than ' || most_hard_bounces::text || ' percent.'
    when complaints >= 2 and complaints * 100.0 > most_complaints * decided
      then complaints::text || ' of ' || decided::text || ' messages brought complaints, more than ' || most_complaints::text || ' percent.'
  end
$$;
