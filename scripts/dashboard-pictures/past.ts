import pg from 'pg';
import { connect } from '../../src/database/connect.ts';
import { recountAutomation } from '../../src/domain/automations/report/recount.ts';
import { recountCampaign } from '../../src/domain/campaigns/recount.ts';
import { createScope, WORKER } from '../../src/scope.ts';
import type { Shop } from './shop.ts';

const DAYS_BETWEEN = 6;
const LINKS = [
  'https://bakery.example/sunday',
  'https://bakery.example/courses',
  'https://bakery.example/shop',
  'https://bakery.example/recipes',
];

/** Moves all data into the last weeks, in SQL, because no API can. */
export async function moveIntoPast(url: string, shop: Shop): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await rewrite(client, shop).finally(() => client.end());
  const { db, close } = connect(url, 1);
  const scope = createScope(db, { id: 1 }, WORKER);
  for (const campaign of shop.sent) await recountCampaign(scope, campaign);
  await recountAutomation(scope, shop.automation);
  await close();
}

async function rewrite(client: pg.Client, shop: Shop): Promise<void> {
  await client.query('select setseed(0.42)');
  for (const statement of PEOPLE) await client.query(statement);
  for (const [index, campaign] of shop.sent.entries()) {
    const days = 1 + (shop.sent.length - 1 - index) * DAYS_BETWEEN;
    for (const statement of campaignOf(campaign, days, 0.34 + index * 0.03)) await client.query(statement);
  }
  for (const statement of automationOf(shop.automation)) await client.query(statement);
  for (const statement of MAILS) await client.query(statement);
}

const PEOPLE = [
  `update subscribers set subscribed_at = at, created_at = at
   from (select id as one, now() - 120 * power(random(), 1.4) * interval '1 day' as at from subscribers) made where id = one`,
  `update subscribers set status = 'unsubscribed', unsubscribed_at = now() - random() * 28 * interval '1 day'
   where abs(hashtext(email)) % 31 = 0`,
];

/** A campaign sent `days` days ago with `opened` openers, of whom one in six clicked. */
const campaignOf = (id: string, days: number, opened: number) => [
  `update campaigns set started_at = started_at - ${days} * interval '1 day', ended_at = ended_at - ${days} * interval '1 day',
     created_at = created_at - ${days + 1} * interval '1 day' where id = '${id}'`,
  `update messages set sent_at = sent_at - ${days} * interval '1 day', created_at = created_at - ${days} * interval '1 day'
   where campaign_id = '${id}'`,
  `insert into reactions (team_id, message_id, kind, verdict, at)
   select team_id, id, 'open', 'human', least(now(), sent_at + power(random(), 3) * interval '40 hours') from messages
   where campaign_id = '${id}' and sent_at is not null and random() < ${opened}`,
  `insert into reactions (team_id, message_id, kind, verdict, target, campaign_id, at)
   select r.team_id, r.message_id, 'click', 'human', (array['${LINKS.join("','")}'])[1 + floor(power(random(), 2) * ${LINKS.length})::int],
     m.campaign_id, r.at + interval '40 seconds'
   from reactions r join messages m on m.team_id = r.team_id and m.id = r.message_id
   where m.campaign_id = '${id}' and r.kind = 'open' and random() < 0.17`,
  `insert into touches (team_id, person_key, kind, sender, sender_id, at)
   select r.team_id, m.person_key, r.kind, 'campaign', m.campaign_id, r.at
   from reactions r join messages m on m.team_id = r.team_id and m.id = r.message_id where m.campaign_id = '${id}'`,
  // Orders within five days of a click are credited to this campaign.
  `insert into sales (team_id, id, person_key, origin, value, currency, occurred_at, reference, sender, sender_id, touch, touched_at)
   select team_id, gen_random_uuid(), person_key, 'conversion', 900 + floor(random() * random() * 9000)::int, 'EUR',
     least(now(), at + random() * interval '30 hours'), 'web-' || left('${id}', 13) || row_number() over (), 'campaign', '${id}', 'click', at
   from touches where sender_id = '${id}' and kind = 'click' and random() < 0.32`,
];

/** Runs that began in the last weeks. */
const automationOf = (id: string) => [
  `insert into automation_runs (team_id, id, automation_id, version, person_key, subscriber_id, again, state, exit_reason, step, entered_at,
     wait_until, due_at, started_at, ended_at)
   select 1, gen_random_uuid(), '${id}', 1, person_key, id, 'never', state::"AutomationRunState",
     case state when 'exited' then 'event' end, step, began, case state when 'active' then now() + interval '5 days' end,
     case state when 'active' then now() + interval '5 days' else began end, began,
     case when state <> 'active' then began + interval '9 days' end
   from (select *, case when pick < 4 then 'active' when pick < 9 then 'completed' else 'exited' end as state,
           case when pick < 2 then 'two-days' when pick < 4 then 'a-week' when pick < 9 then null else 'a-week' end as step,
           now() - (10 + pick) * interval '1 day' as began
         from (select person_key, id, abs(hashtext(email)) % 11 as pick from subscribers
               where list_id = (select list_id from automations where id = '${id}') and abs(hashtext(email)) % 3 = 0) known
        ) s
   where not exists (select from automation_runs r where r.automation_id = '${id}' and r.person_key = s.person_key)`,
  `insert into automation_run_steps (team_id, run_id, step, number, type, outcome, branch, at)
   select r.team_id, r.id, s.step, s.number, s.type, 'done', s.branch, r.started_at + s.number * interval '1 day'
   from automation_runs r,
     lateral (values ('welcome', 0, 'send', null), ('two-days', 1, 'wait', null), ('nearby', 2, 'condition', 'then'),
       ('regular', 3, 'add_tags', null), ('a-week', 5, 'wait', null), ('again', 6, 'send', null)) s(step, number, type, branch)
   where r.automation_id = '${id}' and (r.step is null or s.number < case r.step when 'two-days' then 1 else 5 end)
   on conflict do nothing`,
];

const MAILS = [
  `update transactional_mails set created_at = created_at - n * interval '23 minutes', sent_at = sent_at - n * interval '23 minutes',
     opens = case when n % 3 > 0 then 1 + n % 2 else 0 end, clicks = case when n % 4 = 0 then 1 else 0 end
   from (select id as one, row_number() over (order by id desc) as n from transactional_mails) numbered where id = one`,
];
