/** The audience as SQL sets: all data stays in PostgreSQL. Each step makes statements for its portions. */
export interface Step {
  name: string;
  /** Its number of rows, which portions divide. */
  rows: number;
  statement: (first: number, last: number) => string;
}

/** Where a scattered value of 0 ≤ x < 1 falls among `count`: near numbers are not near people. */
const scattered = (pick: string, count: number) => `1 + (floor((${pick}) * ${count})::bigint * 7919) % ${count}`;

/** The product's own key of a person (src/ids.ts), for a row with the address. */
const KEY = `(select (left(h, 12) || '8' || substr(h, 14, 3)
    || substr('89ab', 1 + (('x' || substr(h, 17, 1))::bit(4)::int & 3), 1) || substr(h, 18, 15))::uuid
  from encode(sha256(convert_to('1:' || email, 'UTF8')), 'hex') h)`;

const NAMES = `array['Ann','Ben','Carla','David','Emma','Felix','Grace','Hugo','Ida','Jonas','Klara','Liam','Mia','Noah','Olga','Paul','Quinn','Rosa','Sam','Tina']`;
const SURNAMES = `array['Smith','Müller','García','Rossi','Novak','Jansen','Silva','Dubois','Berg','Kowalski','Moreau','Weber','Costa','Lind','Horvat','Young','Zhang','Okafor','Haas','Ito']`;
const CITIES = `array['Berlin','London','Paris','Madrid','Porto','Wien','Zürich','New York','São Paulo','Oslo']`;
const ZONES = `array['Europe/Berlin','Europe/London','America/New_York','Europe/Madrid','Asia/Tokyo']`;

/** Tags 1 to 6 are on half, a fifth, a twentieth, a hundredth, a thousandth and a ten-thousandth of the people. */
export const TAGS = ['newsletter', 'customer', 'vip', 'partner', 'beta', 'press'];
const SHARES = [2, 5, 20, 100, 1_000, 10_000];

/** How often out of 10,000 an event has each name. */
export const EVENT_SHARES: Record<string, number> = {
  'page.viewed': 5_000,
  'product.viewed': 2_500,
  'cart.updated': 1_000,
  login: 890,
  order: 500,
  'cart.abandoned': 100,
  'refund.requested': 9,
  'beta.joined': 1,
};

export const TEMPLATES = ['welcome', 'receipt', 'password reset', 'invoice', 'survey'];

const nameOf = (pick: string) => {
  let upTo = 0;
  const cases = Object.entries(EVENT_SHARES).map(([name, share]) => {
    upTo += share;
    return `when ${pick} < ${upTo / 10_000} then '${name}'`;
  });
  return `case ${cases.join(' ')} end`;
};

export const LIST = '01900000-0000-7000-8000-000000000001';

/** A campaign sent to four fifths of the people; its touches are a hundredth of all campaign touches. */
export const CAMPAIGN = '01900000-0000-7000-8000-000000000100';

/** An eighth of the people never do anything; of the others few do much, mostly recently. */
export function steps(subscribers: number, events: number): Step[] {
  const active = Math.ceil((subscribers * 7) / 8);
  const touches = Math.ceil(events / 5);
  const mails = Math.ceil(events / 50);
  return [
    {
      name: 'people',
      rows: subscribers,
      statement: (first, last) => `
        with made as (select n, 'reader-' || n || '@' || (array['gmail.example','web.example','mail.example','corp-' || n % 5000 || '.example'])[1 + n % 4] as email
                      from generate_series(${first}, ${last}) n),
        keyed as (select n, email, ${KEY} as key from made),
        numbering as (insert into numbered (n, key, email) select n, key, email from keyed)
        insert into people (team_id, key, email) select 1, key, email from keyed`,
    },
    {
      name: 'events',
      rows: events,
      statement: (first, last) => `
        insert into events (team_id, id, person_key, name, properties, value, currency, occurred_at, reference, created_at)
        select 1, (lpad(to_hex(extract(epoch from at)::bigint * 1000), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' || substr(md5(i::text), 4, 15))::uuid, p.key, name,
               case name when 'page.viewed' then jsonb_build_object('path', '/page/' || floor(c * c * 500)::int)
                         when 'product.viewed' then jsonb_build_object('sku', 'sku-' || floor(c * c * 2000)::int, 'price', floor(d * 20000)::int)
                         when 'order' then jsonb_build_object('items', 1 + floor(c * 5)::int, 'coupon', d < 0.2)
                         when 'cart.updated' then jsonb_build_object('items', floor(c * 9)::int) end,
               case name when 'order' then 500 + floor(d * d * 40000)::int end, case name when 'order' then case when c < 0.8 then 'EUR' else 'USD' end end,
               at, case name when 'order' then 'order-' || i end, at
        from (select i, ${scattered('power(random(), 1.6)', active)} as n, ${nameOf('b')} as name, c, d,
                     date_trunc('milliseconds', now() - interval '730 days' * power(1 - (i - 1 + a) / ${events}, 1.2)) as at
              from (select i, random() a, random() b, random() c, random() d from generate_series(${first}, ${last}) i) dice) pick
        join numbered p using (n)`,
    },
    {
      name: 'references',
      rows: 1,
      statement: () => 'insert into event_references select team_id, reference from events where reference is not null',
    },
    {
      name: 'touches',
      rows: touches,
      statement: (first, last) => `
        insert into touches (team_id, id, person_key, kind, sender, sender_id, at)
        select 1, i, p.key, (case when a < 0.8 then 'open' else 'click' end)::"TouchKind", 'campaign',
               ('01900000-0000-7000-8000-0000000001' || lpad(to_hex(i % 100), 2, '0'))::uuid,
               date_trunc('milliseconds', now() - interval '730 days' * power(1 - (i - 1 + b) / ${touches}, 1.2))
        from (select i, ${scattered('power(random(), 1.3)', active)} as n, random() a, random() b from generate_series(${first}, ${last}) i) pick
        join numbered p using (n)`,
    },
    {
      name: 'mails',
      rows: mails,
      statement: (first, last) => `
        with mail as materialized (
          select i, p.key, p.email, a, b, gen_random_uuid() as id, date_trunc('milliseconds', now() - interval '365 days' * b) as at
          from (select i, ${scattered('random()', subscribers)} as n, random() a, random() b from generate_series(${first}, ${last}) i) pick
          join numbered p using (n)
        ), opened as (
          insert into touches (team_id, id, person_key, kind, sender, sender_id, at)
          select 1, ${touches} + i, key, (case when a < 0.3 then 'open' else 'click' end)::"TouchKind", 'transactional', id, least(at + a * interval '1 day', now())
          from mail where a < 0.4
        )
        insert into transactional_mails (team_id, id, template, template_id, from_email, "to", recipients, status, sent_at, created_at)
        select 1, id, (array['${TEMPLATES.join("','")}'])[least(5, 1 + floor(-ln(1 - b * 0.999))::int)],
               '01900000-0000-7000-8000-000000000002', 'shop@shop.example', array[email], array[email],
               (case when a < 0.97 then 'sent' else 'failed' end)::"MailStatus", case when a < 0.97 then at end, at
        from mail`,
    },
    {
      name: 'messages',
      rows: subscribers,
      statement: (first, last) => `
        insert into messages (team_id, id, kind, campaign_id, person_key, state, sent_at)
        select 1, gen_random_uuid(), 'campaign', '${CAMPAIGN}', key,
               (case when n % 50 = 0 then 'failed' else 'sent' end)::"MessageState",
               case when n % 50 > 0 then date_trunc('milliseconds', now() - interval '60 days' + n * interval '10 ms') end
        from numbered where n between ${first} and ${last} and n % 5 > 0`,
    },
    {
      name: 'sales',
      rows: 1,
      statement: () => `
        insert into sales (team_id, id, person_key, origin, value, currency, occurred_at, reference, sender, sender_id, touch, touched_at)
        select distinct on (e.id) 1, e.id, e.person_key, 'event'::"SaleOrigin", e.value, e.currency, e.occurred_at, e.reference,
               t.sender, t.sender_id, t.kind, t.at
        from events e left join touches t on t.team_id = 1 and t.person_key = e.person_key
          and t.at <= e.occurred_at and t.at >= e.occurred_at - interval '5 days'
        where e.name = 'order' and e.value is not null
        order by e.id, t.at desc, t.id desc`,
    },
    {
      name: 'roll-ups',
      rows: 1,
      statement: () => `
        insert into person_events (team_id, person_key, name, count, first_at, last_at)
        select team_id, person_key, name, count(*), min(occurred_at), max(occurred_at) from events group by 1, 2, 3`,
    },
    {
      name: 'activity',
      rows: 1,
      statement: () => `
        insert into activity (person_key, at)
        select person_key, max(at) from (select person_key, last_at as at from person_events
                                         union all select person_key, at from touches) done group by 1`,
    },
    {
      name: 'subscribers',
      rows: subscribers,
      statement: (first, last) => `
        insert into subscribers (team_id, id, list_id, person_key, email, first_name, last_name, timezone, locale, status,
                                 tag_ids, attributes, subscribed_at, created_at, engaged_at)
        select 1, (lpad(to_hex(extract(epoch from joined)::bigint * 1000 + n % 1000), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
               '${LIST}', key, email,
               case when n % 10 > 0 then (${NAMES})[1 + (n / 3) % 20] end, case when n % 10 > 1 then (${SURNAMES})[1 + (n / 60) % 20] end,
               case when n % 3 > 0 then (${ZONES})[1 + (n * n) % 5] end,
               case when a < 0.4 then 'en' when a < 0.5 then 'en-GB' when a < 0.65 then 'de' when a < 0.75 then 'fr' when a < 0.85 then 'es'
                    when a < 0.9 then 'pt-BR' when a < 0.949 then 'it' when a < 0.95 then 'is' end,
               (case when b < 0.92 then 'subscribed' when b < 0.97 then 'unsubscribed' when b < 0.99 then 'unconfirmed' else 'bounced' end)::"SubscriberStatus",
               array(select t from unnest(array[${SHARES.join()}]) with ordinality share(s, t) where (n * 2654435761 + t * 40503) % 4294967296 % s = 0)::int[],
               jsonb_strip_nulls(jsonb_build_object(
                 'city', case when c < 0.8 then (${CITIES})[1 + floor(c * c * 15)::int % 10] when c < 0.9 then 'Town ' || n % 5000 end,
                 'age', case when n % 7 > 0 then 18 + floor(a * 60)::int end,
                 'score', case when n % 2 = 0 then floor(c * 100000)::int end,
                 'born', case when n % 4 > 0 then to_char(date '1950-01-01' + floor(b * 20000)::int, 'YYYY-MM-DD') end,
                 'renewal', case when n % 5 = 0 then to_char((now() + (c * 700 - 350) * interval '1 day') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end,
                 'vip', case when n % 6 > 0 then a > 0.9 end)),
               case when b < 0.97 then joined end, joined, at
        from (select n, key, email, at, random() a, random() b, random() c,
                     now() - interval '3 years' + n * (interval '3 years' / ${subscribers}) as joined
              from numbered left join activity on person_key = key where n between ${first} and ${last} order by n) pick`,
    },
  ];
}
