import fc from 'fast-check';
import type { RuleName } from '../../src/domain/segments/rules.ts';
import {
  BOUNCE_CAUSES,
  CAMPAIGNS,
  CURRENCIES,
  EVENTS,
  LOCALES,
  NUMBERS,
  TAGS,
  TEMPLATES,
  WORDS,
  ZONES,
} from './arbitrary-people.ts';
import type { Group, Rule } from './segments.ts';

export const NAMED = 'a segment saved before';

type Part = { operator: string; value?: unknown };

const DAYS = fc.oneof(fc.constantFrom(1, 5, 10, 30, 90, 365), fc.integer({ min: 1, max: 400 }));
const of = (...operators: string[]) => fc.constantFrom(...operators);
const asking = (operator: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>) => fc.record({ operator, value });
const without = (...operators: string[]) => of(...operators).map((operator): Part => ({ operator }));
const someOf = (words: readonly string[]) =>
  fc.subarray([...words], { minLength: 1, maxLength: Math.min(4, words.length) });

/** A word, or a part of one, in any case. */
const piece = (words: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...words),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 3 }),
    )
    .map(([word, from, length, way]) => {
      const letters = [...word];
      const cut = letters.slice(from % letters.length, (from % letters.length) + length).join('');
      return [word, cut, cut.toUpperCase(), cut.toLowerCase()][way] as string;
    })
    .filter((piece) => piece.trim() !== '');

const texts = (words: readonly string[]): fc.Arbitrary<Part> =>
  fc.oneof(
    asking(of('equals', 'not_equals', 'contains', 'not_contains', 'starts_with', 'ends_with'), piece(words)),
    asking(of('in', 'not_in'), someOf(words)),
    without('is_set', 'is_not_set'),
  );
const numbers: fc.Arbitrary<Part> = fc.oneof(
  asking(of('equals', 'not_equals', 'gt', 'gte', 'lt', 'lte'), fc.constantFrom(...NUMBERS)),
  asking(
    of('between'),
    fc.tuple(fc.constantFrom(...NUMBERS), fc.constantFrom(...NUMBERS)).map((pair) => pair.sort((a, b) => a - b)),
  ),
  without('is_set', 'is_not_set'),
);
const booleans = without('is_true', 'is_false', 'is_set', 'is_not_set');

const DAY = 86_400_000;
const daysFromNow = (max: number) => fc.integer({ min: -max, max: max });
const written = (days: number, isDate: boolean): string =>
  new Date(Math.floor(Date.now() / DAY + days) * DAY).toISOString().slice(0, isDate ? 10 : undefined);
const moment = (max: number) => fc.tuple(daysFromNow(max), fc.boolean()).map(([days, isDate]) => written(days, isDate));
const moments = (max: number): fc.Arbitrary<Part> =>
  fc.oneof(
    asking(of('before', 'after'), moment(max)),
    asking(
      of('between'),
      fc.tuple(daysFromNow(max), daysFromNow(max), fc.boolean(), fc.boolean()).map(([one, other, ...isDate]) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other) + 1];
        return [written(from, isDate[0]), written(to, isDate[1])];
      }),
    ),
    asking(of('within_last_days', 'older_than_days'), DAYS),
  );
const dates = (max: number) =>
  fc.oneof(
    moments(max),
    asking(of('within_next_days'), DAYS),
    asking(of('anniversary_within_days'), fc.integer({ min: 1, max: 366 })),
    without('is_set', 'is_not_set'),
  );

const within = fc.record({ within_days: DAYS }, { requiredKeys: [] });

const propertyTexts = fc.oneof(
  texts(WORDS),
  asking(of('contains_any'), fc.array(piece(WORDS), { minLength: 1, maxLength: 3 })),
);
const someNumbers = fc.subarray(NUMBERS, { minLength: 1, maxLength: 3 });
const propertyNumbers = fc.oneof(
  numbers,
  asking(of('contains', 'not_contains'), fc.constantFrom(...NUMBERS)),
  asking(of('in', 'not_in', 'contains_any'), someNumbers),
);
const path = fc
  .tuple(fc.constantFrom('n', 'path', "k'ey", '0'), fc.array(fc.constantFrom('n', 'path', '0', '1'), { maxLength: 3 }))
  .map(([first, others]) => [first, ...others].join('.'));
const propertyNames = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('n', 'path', "k'ey", 'never sent') },
  { weight: 4, arbitrary: path },
  { weight: 1, arbitrary: path.map((name) => `properties.${name}`) },
  { weight: 1, arbitrary: fc.constantFrom('properties.value', 'properties.currency', 'value.n', 'n.path') },
);
const amounts = fc.integer({ min: 0, max: 5000 });
const ownValue = fc.oneof(
  asking(of('equals', 'not_equals', 'gt', 'gte', 'lt', 'lte'), amounts),
  asking(
    of('between'),
    fc.tuple(amounts, amounts).map((pair) => pair.sort((a, b) => a - b)),
  ),
  asking(of('in', 'not_in'), fc.array(amounts, { minLength: 1, maxLength: 3 })),
  without('is_set', 'is_not_set'),
);
const ownCurrency = fc.oneof(
  asking(of('equals', 'not_equals'), fc.constantFrom(...CURRENCIES, 'GBP')),
  asking(of('in', 'not_in'), someOf([...CURRENCIES, 'GBP'])),
  without('is_set', 'is_not_set'),
);
const about = (property: fc.Arbitrary<string>, part: fc.Arbitrary<Part>) =>
  fc.tuple(property, part).map(([property, part]) => ({ property, ...part }));

const condition = fc.oneof(
  { weight: 8, arbitrary: about(propertyNames, fc.oneof(propertyTexts, propertyNumbers, booleans)) },
  { weight: 1, arbitrary: about(fc.constant('value'), ownValue) },
  { weight: 1, arbitrary: about(fc.constant('currency'), ownCurrency) },
);

const performance = fc
  .tuple(
    fc.record(
      {
        name: fc.constantFrom(...EVENTS, 'nothing'),
        at_least: fc.integer({ min: 1, max: 3 }),
        where: fc.array(condition, { minLength: 1, maxLength: 2 }),
      },
      { requiredKeys: ['name'] },
    ),
    within,
  )
  .map(([event, days]) => ({ ...event, ...days }));

const templated = fc.oneof(
  fc.constantFrom(...TEMPLATES),
  fc.record({ template: fc.constantFrom(...TEMPLATES), within_days: DAYS }, { requiredKeys: ['template'] }),
);

const ofCampaign = fc.oneof(
  fc.constantFrom(...CAMPAIGNS),
  fc.record({ campaign: fc.constantFrom(...CAMPAIGNS), within_days: DAYS }, { requiredKeys: ['campaign'] }),
);
const reaching = of('received', 'not_received', 'opened', 'not_opened', 'clicked', 'not_clicked');

const money = fc.constantFrom(...CURRENCIES);
const revenue = fc.oneof(
  asking(
    of('total_gte', 'total_lte'),
    fc.record(
      { amount: fc.integer({ min: 0, max: 8000 }), currency: money, within_days: DAYS },
      { requiredKeys: ['amount', 'currency'] },
    ),
  ),
  asking(
    of('orders_gte'),
    fc.record(
      { count: fc.integer({ min: 1, max: 3 }), currency: money, within_days: DAYS },
      { requiredKeys: ['count'] },
    ),
  ),
  asking(
    of('last_order_within_days'),
    fc.record({ within_days: DAYS, currency: money }, { requiredKeys: ['within_days'] }),
  ),
);

const typed = (type: string, part: fc.Arbitrary<Part>, field?: string): fc.Arbitrary<Rule> =>
  part.map((part) => ({ type, ...(field && { field }), ...part }));

const bounces = fc.record(
  { cause: fc.constantFrom(...BOUNCE_CAUSES, 'rate' as const), within_days: DAYS },
  { requiredKeys: [] },
);

/** The rules of each type. A new type does not compile without rules here and a judge in `matches.ts`. */
const OF_TYPE: Record<RuleName, fc.Arbitrary<Rule>[]> = {
  language: [
    typed('language', asking(of('equals', 'not_equals'), fc.constantFrom(...LOCALES, 'pt', 'zh'))),
    typed('language', asking(of('in', 'not_in'), someOf([...LOCALES, 'pt', 'zh-Hant']))),
  ],
  tags: [typed('tags', asking(of('has_any', 'has_all', 'has_none'), someOf([...TAGS, 'nobody', 'VIP', 'GRÜN'])))],
  engagement: [
    typed('engagement', asking(of('active_within_days', 'inactive_for_days'), DAYS)),
    typed('engagement', without('never_active')),
  ],
  email: [
    typed('email', texts(['ann1', 'bob', '@mail.test', 'C_D', 'shop', 'xn--'])),
    typed('email', asking(of('domain_is'), fc.constantFrom('shop.test', 'mail.test', 'xn--bcher-kva.test'))),
  ],
  first_name: [typed('first_name', texts(WORDS))],
  last_name: [typed('last_name', texts(WORDS))],
  timezone: [typed('timezone', texts(ZONES))],
  subscribed_at: [typed('subscribed_at', moments(400))],
  attribute: [
    typed('attribute', texts(WORDS), 'city'),
    typed('attribute', numbers, 'age'),
    typed('attribute', booleans, 'paid'),
    typed('attribute', dates(20_000), 'born'),
    typed('attribute', dates(50), 'due'),
  ],
  event: Array.from({ length: 6 }, () => typed('event', asking(of('performed', 'not_performed'), performance))),
  transactional: [typed('transactional', asking(reaching, templated))],
  campaign: [typed('campaign', asking(reaching, ofCampaign))],
  bounce: [typed('bounce', asking(of('bounced', 'not_bounced'), bounces))],
  revenue: [typed('revenue', revenue)],
  sample: [typed('sample', asking(of('percent'), fc.integer({ min: 1, max: 99 })))],
  segment: [typed('segment', asking(of('in', 'not_in'), fc.constant(NAMED)))],
};

const group = (parts: fc.Arbitrary<Rule | Group>, max: number): fc.Arbitrary<Group> =>
  fc.record({ operator: fc.constantFrom('and', 'or'), rules: fc.array(parts, { minLength: 1, maxLength: max }) });

/**
 * Conditions over the whole grammar. The same seed gives the same conditions, except for the day. The first ones contain one rule
 * of each kind, so that none is left to chance. `NAMED` stands for a segment saved before, in a rule of type segment.
 */
export function sampleGroups(count: number, seed: number): Group[] {
  const { segment: named, ...others } = OF_TYPE;
  const unnamed = Object.values(others).flat();
  const rule = fc.oneof(...unnamed, ...named);
  const alone = unnamed.flatMap((kind, index) => fc.sample(kind, { numRuns: 1, seed: seed + index }));
  const mixed = group(fc.oneof({ weight: 3, arbitrary: rule }, { weight: 1, arbitrary: group(rule, 3) }), 4);
  const groups = alone.map((rule): Group => ({ operator: 'and', rules: [rule] }));
  return [...groups.slice(0, count), ...fc.sample(mixed, { numRuns: Math.max(0, count - groups.length), seed })];
}

/** The same conditions with an id in place of `NAMED`. */
export const naming = (group: Group, id: string): Group => JSON.parse(JSON.stringify(group).replaceAll(NAMED, id));
