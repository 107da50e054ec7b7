import { CAMPAIGN, LIST } from './rows.ts';

/** Conditions, and the best handwritten statement for the same question on the same tables. */
export interface Question {
  name: string;
  rules: unknown[];
  byHand: string;
  /** Milliseconds; most rules have 2,500. */
  aim?: number;
}

const QUICK = 150;
const WITHOUT_WINDOW = 1_000;

const people = (where: string) =>
  `select count(*)::int as count from subscribers s where s.team_id = 1 and s.list_id = '${LIST}' and s.status = 'subscribed' and ${where}`;

/** How many of the list are among these people. */
const among = (persons: string) => people(`s.person_key in (${persons})`);
const notAmong = (persons: string) =>
  people(`not exists (select from (${persons}) o where o.person_key = s.person_key)`);

const ago = (days: number) => `now() - interval '${days * 24} hours'`;
const CALENDAR = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const written = (time: string) => `(select to_char((${time}) at time zone 'UTC', ${CALENDAR}))`;

const rule = (type: string, operator: string, value?: unknown, field?: string) => ({
  type,
  operator,
  ...(value !== undefined && { value }),
  ...(field && { field }),
});
const attribute = (field: string, operator: string, value?: unknown) => rule('attribute', operator, value, field);

const eventsOf = (name: string, more = 'true') =>
  `select e.person_key from events e where e.team_id = 1 and e.name = '${name}' and ${more}`;
const rolledUp = (name: string, more = 'true') =>
  `select r.person_key from person_events r where r.team_id = 1 and r.name = '${name}' and ${more}`;
const sales = (where: string, having: string) =>
  `select b.person_key from sales b where b.team_id = 1 and ${where} group by 1 having ${having}`;
const mailed = (template: string) =>
  `exists (select from transactional_mails m cross join unnest(m.recipients) address
     where m.team_id = 1 and m.template = '${template}' and m.status = 'sent' and address = s.email)`;
const touches = (template: string, kind: string) =>
  `select t.person_key from touches t where t.team_id = 1 and t.sender = 'transactional' and t.kind = '${kind}'
   and t.sender_id in (select m.id from transactional_mails m where m.team_id = 1 and m.template = '${template}')`;

const ofCampaign = (kind: string) =>
  `select t.person_key from touches t
   where t.team_id = 1 and t.sender = 'campaign' and t.sender_id = '${CAMPAIGN}' and t.kind = '${kind}'`;

/** The people with recent activity: certain by `engaged_at` except for the day before, and the few with unknown activity. */
const engaged = (days: number) => `(s.engaged_at >= ${ago(days + 1)} and (
  (s.engaged_at >= ${ago(days)} and s.engaged_at < '9999-12-31Z')
  or coalesce((select true from person_events r where r.team_id = 1 and r.person_key = s.person_key and r.last_at >= ${ago(days)} limit 1), false)
  or coalesce((select true from touches t where t.team_id = 1 and t.person_key = s.person_key and t.at >= ${ago(days)} limit 1), false)))`;

/** An old value of a field that became a date field may be no date. */
const isDate = (field: string) =>
  `translate(s.attributes ->> '${field}', '123456789', '000000000') in ('0000-00-00', '0000-00-00T00:00:00.000Z')`;

const city = `(s.attributes ->> 'city')`;

const isNumber = (field: string) => `jsonb_typeof(s.attributes -> '${field}') = 'number'`;

/** Queried again once these fields have an index. */
export const INDEXED_FIELDS = ['city', 'score', 'born'];

export const INDEXED_QUESTIONS: Question[] = [
  {
    name: 'by index: text equals',
    rules: [attribute('city', 'equals', 'Town 77')],
    byHand: people(`left(lower(${city}), 512) collate "C" = 'town 77'`),
    aim: QUICK,
  },
  {
    name: 'by index: text in',
    rules: [attribute('city', 'in', ['Town 77', 'Town 78', 'Town 79'])],
    byHand: people(`left(lower(${city}), 512) collate "C" in ('town 77', 'town 78', 'town 79')`),
    aim: QUICK,
  },
  {
    name: 'by index: number equals',
    rules: [attribute('score', 'equals', 4242)],
    byHand: people(`s.attributes -> 'score' = '4242' and ${isNumber('score')}`),
    aim: QUICK,
  },
  {
    name: 'by index: number lt',
    rules: [attribute('score', 'lt', 100)],
    byHand: people(`s.attributes -> 'score' < '100' and ${isNumber('score')}`),
    aim: QUICK,
  },
  {
    name: 'by index: date before',
    rules: [attribute('born', 'before', '1950-03-01')],
    byHand: people(`(s.attributes ->> 'born') collate "C" < '1950-03-01' and ${isDate('born')}`),
    aim: QUICK,
  },
];

export const QUESTIONS: Question[] = [
  {
    name: 'language equals en',
    rules: [rule('language', 'equals', 'en')],
    byHand: people(`s.locale >= 'en' and s.locale < 'en.'`),
    aim: QUICK,
  },
  {
    name: 'language not_in en, de',
    rules: [rule('language', 'not_in', ['en', 'de'])],
    byHand: people(
      `(s.locale is null or not (s.locale >= 'en' and s.locale < 'en.' or s.locale >= 'de' and s.locale < 'de.'))`,
    ),
    aim: QUICK,
  },
  {
    name: 'tags has_any rare',
    rules: [rule('tags', 'has_any', ['beta'])],
    byHand: people('s.tag_ids @> array[5]'),
    aim: QUICK,
  },
  {
    name: 'tags has_any common',
    rules: [rule('tags', 'has_any', ['newsletter'])],
    byHand: people('s.tag_ids && array[1]'),
    aim: QUICK,
  },
  {
    name: 'tags has_all two',
    rules: [rule('tags', 'has_all', ['newsletter', 'customer'])],
    byHand: people('s.tag_ids @> array[1, 2]'),
    aim: QUICK,
  },
  {
    name: 'tags has_none common',
    rules: [rule('tags', 'has_none', ['newsletter'])],
    byHand: people('not (s.tag_ids && array[1])'),
    aim: QUICK,
  },
  {
    name: 'engagement active 30 d',
    rules: [rule('engagement', 'active_within_days', 30)],
    byHand: people(engaged(30)),
    aim: QUICK,
  },
  {
    name: 'engagement active 365 d',
    rules: [rule('engagement', 'active_within_days', 365)],
    byHand: people(engaged(365)),
    aim: QUICK,
  },
  {
    name: 'engagement inactive 90 d',
    rules: [rule('engagement', 'inactive_for_days', 90)],
    byHand: people(`(s.engaged_at is null or not ${engaged(90)})`),
    aim: QUICK,
  },
  {
    name: 'engagement never_active',
    rules: [rule('engagement', 'never_active')],
    byHand: people(`(s.engaged_at is null or s.engaged_at >= '9999-12-31Z'
      and not exists (select from person_events r where r.team_id = 1 and r.person_key = s.person_key)
      and not exists (select from touches t where t.team_id = 1 and t.person_key = s.person_key))`),
    aim: QUICK,
  },
  {
    name: 'attribute text equals',
    rules: [attribute('city', 'equals', 'Town 77')],
    byHand: people(`lower(${city}) = 'town 77'`),
  },
  {
    name: 'attribute text contains',
    rules: [attribute('city', 'contains', 'lin')],
    byHand: people(`position('lin' in lower(${city})) > 0`),
  },
  {
    name: 'attribute text in',
    rules: [attribute('city', 'in', ['Berlin', 'Porto', 'Oslo'])],
    byHand: people(`lower(${city}) in ('berlin', 'porto', 'oslo')`),
  },
  {
    name: 'attribute number equals',
    rules: [attribute('score', 'equals', 4242)],
    byHand: people(`s.attributes -> 'score' = '4242'`),
  },
  {
    name: 'attribute number between',
    rules: [attribute('age', 'between', [30, 40])],
    byHand: people(`s.attributes -> 'age' >= '30' and s.attributes -> 'age' <= '40'`),
  },
  {
    name: 'attribute date before',
    rules: [attribute('born', 'before', '1960-01-01')],
    byHand: people(`(s.attributes ->> 'born') collate "C" < '1960-01-01' and ${isDate('born')}`),
  },
  {
    name: 'attribute date within_last_days',
    rules: [attribute('renewal', 'within_last_days', 30)],
    byHand: people(
      `(s.attributes ->> 'renewal') collate "C" > ${written(ago(30))} and (s.attributes ->> 'renewal') collate "C" <= ${written('now()')} and ${isDate('renewal')}`,
    ),
  },
  {
    name: 'attribute date anniversary 7 d',
    rules: [attribute('born', 'anniversary_within_days', 7)],
    byHand: people(`coalesce(substr(s.attributes ->> 'born', 6, 5) = any(array(
      select to_char(now() at time zone 'UTC' + n * interval '1 day', 'MM-DD') from generate_series(0, 7) n)) and ${isDate('born')}, false)`),
  },
  {
    name: 'attribute boolean is_true',
    rules: [attribute('vip', 'is_true')],
    byHand: people(`s.attributes -> 'vip' = 'true'`),
  },
  {
    name: 'email domain_is',
    rules: [rule('email', 'domain_is', 'corp-43.example')],
    byHand: people(`s.email like '%@corp-43.example'`),
  },
  {
    name: 'email contains',
    rules: [rule('email', 'contains', '4242')],
    byHand: people(`s.email like '%4242%'`),
  },
  {
    name: 'first_name starts_with',
    rules: [rule('first_name', 'starts_with', 'an')],
    byHand: people(`lower(s.first_name) like 'an%'`),
  },
  {
    name: 'timezone not_equals',
    rules: [rule('timezone', 'not_equals', 'Europe/Berlin')],
    byHand: people(`lower(s.timezone) is distinct from 'europe/berlin'`),
  },
  {
    name: 'subscribed_at within_last_days',
    rules: [rule('subscribed_at', 'within_last_days', 90)],
    byHand: people(`s.subscribed_at > ${ago(90)} and s.subscribed_at <= now()`),
  },
  {
    name: 'event rare, ever',
    rules: [rule('event', 'performed', { name: 'beta.joined' })],
    byHand: among(rolledUp('beta.joined')),
    aim: WITHOUT_WINDOW,
  },
  {
    name: 'event very common, ever',
    rules: [rule('event', 'performed', { name: 'page.viewed' })],
    byHand: among(rolledUp('page.viewed')),
    aim: WITHOUT_WINDOW,
  },
  {
    name: 'event very common, 10 times ever',
    rules: [rule('event', 'performed', { name: 'page.viewed', at_least: 10 })],
    byHand: among(rolledUp('page.viewed', 'r.count >= 10')),
    aim: WITHOUT_WINDOW,
  },
  {
    name: 'event very common, last seen 180 d',
    rules: [rule('event', 'performed', { name: 'page.viewed', within_days: 180 })],
    byHand: among(rolledUp('page.viewed', `r.last_at >= ${ago(180)}`)),
    aim: WITHOUT_WINDOW,
  },
  {
    name: 'event very common, 3 times in 30 d',
    rules: [rule('event', 'performed', { name: 'page.viewed', at_least: 3, within_days: 30 })],
    byHand: among(`${eventsOf('page.viewed', `e.occurred_at >= ${ago(30)}`)} group by 1 having count(*) >= 3`),
  },
  {
    name: 'event very common, 3 times in 180 d',
    rules: [rule('event', 'performed', { name: 'page.viewed', at_least: 3, within_days: 180 })],
    byHand: among(`${eventsOf('page.viewed', `e.occurred_at >= ${ago(180)}`)} group by 1 having count(*) >= 3`),
  },
  {
    name: 'event common, 2 times in 90 d',
    rules: [rule('event', 'performed', { name: 'order', at_least: 2, within_days: 90 })],
    byHand: among(`${eventsOf('order', `e.occurred_at >= ${ago(90)}`)} group by 1 having count(*) >= 2`),
  },
  {
    name: 'event not performed 90 d',
    rules: [rule('event', 'not_performed', { name: 'login', within_days: 90 })],
    byHand: notAmong(rolledUp('login', `r.last_at >= ${ago(90)}`)),
    aim: WITHOUT_WINDOW,
  },
  {
    name: 'event where, common',
    rules: [
      rule('event', 'performed', {
        name: 'product.viewed',
        where: [{ property: 'price', operator: 'gte', value: 19_000 }],
      }),
    ],
    byHand: among(
      eventsOf(
        'product.viewed',
        `e.properties -> 'price' >= '19000' and jsonb_typeof(e.properties -> 'price') = 'number'`,
      ),
    ),
  },
  {
    name: 'event where, common, 30 d',
    rules: [
      rule('event', 'performed', {
        name: 'page.viewed',
        within_days: 30,
        where: [{ property: 'path', operator: 'equals', value: '/page/7' }],
      }),
    ],
    byHand: among(
      eventsOf('page.viewed', `e.occurred_at >= ${ago(30)} and lower(e.properties ->> 'path') = '/page/7'`),
    ),
  },
  {
    name: 'campaign received',
    rules: [rule('campaign', 'received', CAMPAIGN)],
    byHand: among(
      `select m.person_key from messages m where m.team_id = 1 and m.campaign_id = '${CAMPAIGN}' and m.state = 'sent'`,
    ),
  },
  {
    name: 'campaign not_opened 90 d',
    rules: [rule('campaign', 'not_opened', { campaign: CAMPAIGN, within_days: 90 })],
    byHand: notAmong(`${ofCampaign('open')} and t.at >= ${ago(90)}`),
  },
  {
    name: 'campaign clicked',
    rules: [rule('campaign', 'clicked', CAMPAIGN)],
    byHand: among(ofCampaign('click')),
  },
  {
    name: 'transactional received',
    rules: [rule('transactional', 'received', 'welcome')],
    byHand: people(mailed('welcome')),
  },
  {
    name: 'transactional not_opened 90 d',
    rules: [rule('transactional', 'not_opened', { template: 'welcome', within_days: 90 })],
    byHand: notAmong(`${touches('welcome', 'open')} and t.at >= ${ago(90)}`),
  },
  {
    name: 'transactional clicked',
    rules: [rule('transactional', 'clicked', 'receipt')],
    byHand: among(touches('receipt', 'click')),
  },
  {
    name: 'revenue total_gte',
    rules: [rule('revenue', 'total_gte', { amount: 30_000, currency: 'EUR' })],
    byHand: among(sales(`b.currency = 'EUR'`, 'sum(b.value) >= 30000')),
  },
  {
    name: 'revenue total_lte',
    rules: [rule('revenue', 'total_lte', { amount: 30_000, currency: 'EUR' })],
    byHand: notAmong(sales(`b.currency = 'EUR'`, 'sum(b.value) > 30000')),
  },
  {
    name: 'revenue orders_gte 180 d',
    rules: [rule('revenue', 'orders_gte', { count: 2, within_days: 180 })],
    byHand: among(sales(`b.occurred_at >= ${ago(180)}`, 'count(*) >= 2')),
  },
  {
    name: 'revenue last_order 30 d',
    rules: [rule('revenue', 'last_order_within_days', { within_days: 30 })],
    byHand: among(sales(`b.occurred_at >= ${ago(30)}`, 'true')),
  },
  {
    name: 'sample 10 %',
    rules: [rule('sample', 'percent', 10)],
    byHand: people(`('x' || right(s.person_key::text, 8))::bit(32)::bigint % 100 < 10`),
  },
  {
    name: 'segment: en, rare tag, active 90 d',
    rules: [
      rule('language', 'equals', 'en'),
      rule('tags', 'has_any', ['beta']),
      rule('engagement', 'active_within_days', 90),
    ],
    byHand: people(`s.locale >= 'en' and s.locale < 'en.' and s.tag_ids @> array[5] and ${engaged(90)}`),
  },
  {
    name: 'segment: buyers gone quiet',
    rules: [
      rule('revenue', 'orders_gte', { count: 2 }),
      rule('event', 'not_performed', { name: 'order', within_days: 180 }),
      rule('engagement', 'active_within_days', 365),
    ],
    byHand: people(`s.person_key in (${sales('true', 'count(*) >= 2')})
      and not exists (select from (${rolledUp('order', `r.last_at >= ${ago(180)}`)}) o where o.person_key = s.person_key) and ${engaged(365)}`),
  },
  {
    name: 'segment: browsers of a city who never bought, or VIPs',
    rules: [
      {
        operator: 'or',
        rules: [attribute('city', 'equals', 'Berlin'), attribute('vip', 'is_true')],
      },
      rule('event', 'performed', { name: 'page.viewed', at_least: 5, within_days: 90 }),
      rule('event', 'not_performed', { name: 'order' }),
    ],
    byHand: people(`(lower(${city}) = 'berlin' or s.attributes -> 'vip' = 'true')
      and s.person_key in (${eventsOf('page.viewed', `e.occurred_at >= ${ago(90)}`)} group by 1 having count(*) >= 5)
      and not exists (select from (${rolledUp('order')}) o where o.person_key = s.person_key)`),
  },
];
