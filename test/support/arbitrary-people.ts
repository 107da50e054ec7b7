import fc from 'fast-check';
import type { Bounce, Mail, Performed, Person } from './naive-segments/person.ts';

export const LOCALES = ['en', 'en-GB', 'en-US', 'enm', 'de', 'de-AT', 'pt-BR', 'zh-Hant-TW'];
export const TAGS = ['vip', 'News', 'beta', 'Sale %', 'a_b', 'grün'];
/** Letters that PostgreSQL, JavaScript or a careless pattern may confuse by case. */
export const WORDS = [
  ...[
    'Ann',
    'ANNA',
    'bob',
    'Bob_%',
    'x\\y',
    "O'Neil",
    'ÅSA',
    'åsa',
    'Ωmega',
    'ΟΔΟΣ',
    'İpek',
    'ıpek',
    'Straße',
    'STRASSE',
  ],
  ...['👩‍👩‍👧 family', 'e\u0301', 'é', 'مرحبا', '名前', 'a\u200db', '.*', '"', '%', '_', '{}', 'null', '2026-01-31'],
];
export const ZONES = ['Europe/Berlin', 'Europe/London', 'America/New_York', 'Asia/Kolkata'];
export const EVENTS = ['order', 'page.viewed', 'login', 'a:b-c_d e.f'];
export const TEMPLATES = ['welcome', 'Receipt', 'gute Reise'];
/** Ids of campaigns. */
export const CAMPAIGNS = ['01900000-0000-7000-8000-00000000c001', '01900000-0000-7000-8000-00000000c002'];
export const BOUNCE_CAUSES = ['mailbox_full', 'user_unknown', 'spam'] as const;
export const CURRENCIES = ['EUR', 'USD'];
export const NUMBERS = [0, 1, -1, 2.5, 0.1, 41.5, 30, 1e9, 9007199254740991];

const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });

/** Half an hour to half a day away from every limit that a rule can use; some in the future. */
const daysAgo = fc
  .tuple(fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 400 })), fc.constantFrom(0.02, 0.5, 0.98))
  .map(([days, part]) => days + part);
const daysAgoOrAhead = fc.oneof({ weight: 20, arbitrary: daysAgo }, { weight: 1, arbitrary: fc.constant(-0.5) });

const single = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.constantFrom(...NUMBERS),
  fc.constantFrom(...NUMBERS).map((number) => number.toFixed(2)),
  fc.constantFrom('', ' ', '\u00a0', '1e5', '+1', '1.', '00', '9'.repeat(300)),
  fc.boolean(),
  fc.constant(null),
);
const KEYS = ['n', 'path', "k'ey", '0'];
/** Nested lists and objects, three levels deep. */
const property = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    { weight: 5, arbitrary: single },
    { weight: 2, arbitrary: fc.array(tie('any'), { maxLength: 3 }) },
    { weight: 3, arbitrary: fc.dictionary(fc.constantFrom(...KEYS), tie('any'), { maxKeys: 3 }) },
  ),
})).any;

const performed: fc.Arbitrary<Performed> = fc
  .record({
    name: fc.constantFrom(...EVENTS),
    daysAgo: daysAgoOrAhead,
    properties: fc.option(fc.dictionary(fc.constantFrom(...KEYS, 'n.path', 'value', 'currency'), property)),
    money: some(fc.record({ value: fc.integer({ min: 0, max: 5000 }), currency: fc.constantFrom(...CURRENCIES) })),
  })
  .map(({ money, ...event }) => ({ ...event, ...money }));

const mail: fc.Arbitrary<Mail> = fc
  .record({
    ...{ template: fc.constantFrom(...TEMPLATES), sent: fc.boolean(), daysAgo },
    ...{ opened: some(daysAgo), clicked: some(daysAgo) },
  })
  .map(({ opened, clicked, ...mail }) => ({
    ...mail,
    ...(opened !== undefined && { opened }),
    ...(clicked !== undefined && { clicked }),
  }));

const bounce: fc.Arbitrary<Bounce> = fc.record({
  kind: fc.constantFrom('soft_bounce' as const, 'hard_bounce' as const, 'complaint' as const),
  cause: fc.constantFrom(...BOUNCE_CAUSES, null),
  daysAgo,
});

const DAY = 86_400_000;
const date = (from: number, to: number) =>
  fc
    .integer({ min: from, max: to })
    .map((days) => new Date(Math.floor(Date.now() / DAY + days) * DAY).toISOString().slice(0, 10));
const dateTime = (from: number, to: number) =>
  fc
    .integer({ min: from * 24, max: to * 24 })
    .map((hours) => new Date(Date.now() + (hours + 0.5) * (DAY / 24)).toISOString());

const person = fc.record({
  subscribed: fc.integer({ min: 0, max: 5 }).map((side) => side > 0),
  subscribedDaysAgo: fc.option(daysAgo, { freq: 10 }),
  locale: some(fc.constantFrom(...LOCALES)),
  first_name: some(fc.constantFrom(...WORDS)),
  last_name: some(fc.constantFrom(...WORDS)),
  timezone: some(fc.constantFrom(...ZONES)),
  tags: fc.subarray(TAGS, { maxLength: 3 }),
  attributes: fc.record(
    {
      city: fc.constantFrom(...WORDS),
      age: fc.constantFrom(...NUMBERS),
      born: fc.oneof(date(-20_000, 0), fc.constant('2000-02-29')),
      due: fc.oneof(date(-40, 40), dateTime(-40, 40)),
      paid: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  events: fc.array(performed, { maxLength: 6 }),
  touches: fc.array(fc.record({ daysAgo }), { maxLength: 2 }),
  mails: fc.array(mail, { maxLength: 2 }),
  bounces: fc.array(bounce, { maxLength: 2 }),
  campaigns: fc.dictionary(fc.constantFrom(...CAMPAIGNS), mail, { maxKeys: 2 }),
});

/** The requested number of people. The same seed gives the same people, except for the day. */
export const samplePeople = (count: number, seed: number): Person[] =>
  fc.sample(person, { numRuns: count, seed }).map((person, number) => ({
    ...person,
    email: `${['ann', 'bob', 'c_d'][number % 3]}${number}@${['shop', 'mail', 'xn--bcher-kva'][(number % 7) % 3]}.test`,
  }));
