import { ADD_MAILINGS } from '../../support/mailings.ts';
import { CAMPAIGN, LIST } from '../audience/rows.ts';

/** A list of twenty thousand, small enough for a campaign during the measurement. */
export const READERS = '01900000-0000-7000-8000-000000000002';
/** Of the half-failed import, the webhook with many deliveries, the form with many sign-ups, and the automation with runs. */
export const IMPORT = '01900000-0000-7000-8000-000000000010';

/** An id of a kind by its number, so that rows can refer to each other. */
const id = (kind: string, n = 'n') => `('01900000-0000-7000-8000-${kind}' || lpad(to_hex(${n}), 11, '0'))::uuid`;
const SENT = 'recipients_count - recipients_count / 50';

/** The dashboard's data besides people and events, without the parts that the API makes as quickly. */
export const ROWS = [
  `insert into lists (team_id, id, name, from_email, from_name)
   select 1, case n when 1 then '${READERS}' else ${id('2')} end, case n when 1 then 'Readers' else 'List ' || n end, 'news@shop.example', 'Shop'
   from generate_series(1, 12) n`,
  `insert into subscribers (team_id, id, list_id, person_key, email, first_name, last_name, status, subscribed_at, created_at)
   select 1, gen_random_uuid(), '${READERS}', person_key, email, first_name, last_name, 'subscribed', created_at, created_at
   from subscribers where list_id = '${LIST}' and status = 'subscribed' order by id desc limit 20000`,
  // The campaigns of the audience's touches and sales.
  `insert into campaigns (team_id, id, list_id, name, template_id, status, recipients_count, enqueued_at, started_at, ended_at, created_at)
   select 1, ('01900000-0000-7000-8000-0000000001' || lpad(to_hex(n), 2, '0'))::uuid, '${LIST}', 'Letter ' || n,
     (select id from templates order by name limit 1), 'sent', 1000 * n, at, at, at + interval '2 hours', at
   from (select n, now() - n * interval '7 days' as at from generate_series(1, 99) n) made`,
  ADD_MAILINGS,
  `update campaigns set recipients_count = (select count(*) from messages where team_id = 1 and campaign_id = '${CAMPAIGN}'),
     enqueued_at = now() - interval '60 days', started_at = now() - interval '60 days',
     template_id = (select id from templates order by name limit 1), ended_at = now() - interval '59 days'
   where id = '${CAMPAIGN}'`,
  `update campaigns set sent_count = ${SENT}, failed_count = recipients_count / 50 where status = 'sent'`,
  `insert into reactions (team_id, message_id, kind, verdict, target, campaign_id, at)
   select 1, id, kind, 'human', case kind when 'click' then 'https://shop.example/' || pick % 20 end,
     case kind when 'click' then '${CAMPAIGN}'::uuid end, sent_at + pick % 40 * interval '1 hour'
   from (select id, sent_at, abs(hashtext(id::text)) as pick from messages where campaign_id = '${CAMPAIGN}' and sent_at is not null) m,
     unnest('{open,click}'::"TouchKind"[]) kind
   where case kind when 'open' then pick % 10 < 3 else pick % 100 < 6 end`,
  `insert into suppressions (team_id, id, target, reason, created_at)
   select 1, uuid_v7(), 'gone-' || n || '@web.example', (array['manual','hard_bounce','complaint'])[1 + n % 3]::"SuppressionReason",
     now() - n * interval '5 minutes' from generate_series(1, 50000) n`,
  `insert into imports (team_id, id, list_id, status, file_name, total, processed, added, failed, created_at, started_at, finished_at)
   select 1, case n when 1 then '${IMPORT}' else ${id('3')} end, '${LIST}', 'completed', 'people-' || n || '.csv', 20000, 20000,
     case n when 1 then 0 else 20000 end, case n when 1 then 20000 else 0 end, at, at, at
   from (select n, now() - n * interval '1 day' as at from generate_series(1, 80) n) made`,
  `insert into import_errors (team_id, import_id, row_number, email, issues, cells)
   select 1, '${IMPORT}', n, 'row-' || n, '[{"path": ["email"], "problem": "must be an e-mail address."}]', array['row-' || n]
   from generate_series(1, 20000) n`,
  `insert into audit_log (team_id, id, actor_kind, actor_id, action, object_type, object_id, object_name, door, created_at)
   select 1, uuid_v7(), 'token', gen_random_uuid(), 'campaign.changed', 'Campaign', '${CAMPAIGN}', 'May', 'rest', now()
   from generate_series(1, 200000) n`,
];

/** With the ids from the API. The other campaigns have the scaled-down figures of the largest. */
export const rowsOf = ({ webhook, form, automation }: Record<'webhook' | 'form' | 'automation', string>) => [
  `insert into campaign_links select l.team_id, c.id, link, url from campaign_links l, campaigns c
   where l.campaign_id = '${CAMPAIGN}' and c.status = 'sent' and c.id <> '${CAMPAIGN}'`,
  `insert into campaign_counts (team_id, campaign_id, what, detail, variant, holder, count)
   select l.team_id, c.id, what, detail, variant, holder, count * c.recipients_count / 800000 from campaign_counts l, campaigns c
   where l.campaign_id = '${CAMPAIGN}' and c.status = 'sent' and c.id <> '${CAMPAIGN}'`,
  `insert into webhook_deliveries (team_id, id, webhook_id, kind, url, host, body, state, attempts, created_at, finished_at)
   select 1, uuid_v7(), '${webhook}', 'mail.sent', 'https://hooks.example/tidings', 'hooks.example', '{"n": ' || n || '}',
     case when n % 20 = 0 then 'failed' else 'delivered' end, 1, now() - n * interval '1 second', now()
   from generate_series(1, 100000) n`,
  `insert into form_counts (team_id, form_id, day, views, sign_ups)
   select 1, '${form}', current_date - n, 900, 120 from generate_series(0, 364) n`,
  `insert into automation_runs (team_id, id, automation_id, version, person_key, again, state, step, due_at, started_at, ended_at)
   select 1, uuid_v7(), '${automation}', 1, person_key, 'never', (case when n % 10 = 0 then 'active' else 'completed' end)::"AutomationRunState",
     case when n % 10 = 0 then 'pause' end, now() + interval '30 days', now() - n * interval '1 minute', case when n % 10 > 0 then now() end
   from (select person_key, row_number() over () as n from subscribers where list_id = '${LIST}' limit 200000) s`,
];
