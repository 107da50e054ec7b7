import type { Person } from './naive-segments.ts';
import type { Group, Rule } from './segments.ts';

/** The same numbers for the same seed (mulberry32). */
export function dice(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const some = <Item>(items: readonly Item[], least = 0): Item[] => {
    const chosen = items.filter(() => next() < 0.3);
    return chosen.length < least ? [pick(items)] : chosen;
  };
  const maybe = <Item>(item: () => Item): Item | undefined => (next() < 0.6 ? item() : undefined);
  return { below, pick, some, maybe };
}

type Dice = ReturnType<typeof dice>;

const LOCALES = ['en', 'en-GB', 'en-US', 'de', 'de-AT', 'pt-BR', 'fr'];
const TAGS = ['vip', 'News', 'beta', 'Sale %', 'a_b'];
const NAMES = ['Ann', 'ANNA', 'bob', 'Bob_%', 'x\\y', "O'Neil"];
const CITIES = ['Berlin', 'berlin', 'Porto', 'New York', '100%'];
const EVENTS = ['order', 'page.viewed', 'login'];
const DAYS = [1, 5, 10, 30, 90, 365];

/** Moments stand half a day away from every limit that a rule may ask for. */
export function randomPerson({ below, pick, some, maybe }: Dice, number: number): Person {
  const events = Array.from({ length: pick([0, 0, 1, 2, 5]) }, () => {
    const name = pick(EVENTS);
    const value = name === 'order' ? maybe(() => 1 + below(5000)) : undefined;
    return { name, daysAgo: below(120) + 0.5, n: maybe(() => below(5)), ...(value && { value }) };
  });
  const attributes = {
    city: maybe(() => pick(CITIES)),
    age: maybe(() => below(60)),
    paid: maybe(() => below(2) === 1),
  };
  return {
    email: `${pick(['ann', 'bob', 'c_d'])}${number}@${pick(['shop', 'mail'])}.test`,
    subscribed: below(6) > 0,
    locale: maybe(() => pick(LOCALES)),
    first_name: maybe(() => pick(NAMES)),
    tags: some(TAGS),
    attributes,
    events,
  };
}

/** Conditions of every kind, up to two levels deep; `named`: ids of segments that a rule may name. */
export function randomGroup(dice: Dice, named: string[] = [], level = 1): Group {
  const rules = Array.from({ length: 1 + dice.below(4) }, () =>
    level === 1 && dice.below(3) === 0 ? randomGroup(dice, named, 2) : randomRule(dice, named),
  );
  return { operator: dice.pick(['and', 'or'] as const), rules };
}

const TEXT = ['equals', 'not_equals', 'contains', 'not_contains', 'starts_with', 'ends_with', 'in', 'not_in'];
const NUMBER = ['equals', 'not_equals', 'gt', 'gte', 'lt', 'lte', 'between', 'is_set', 'is_not_set'];

function randomRule(dice: Dice, named: string[]): Rule {
  const { below, pick, some } = dice;
  const text = (words: string[]) => {
    const operator = pick([...TEXT, 'is_set', 'is_not_set']);
    if (operator.startsWith('is_')) return { operator };
    if (operator.endsWith('in')) return { operator, value: some(words, 1) };
    const word = pick(words);
    const from = below(word.length);
    return { operator, value: pick([word, word.slice(from), word.slice(0, from + 1).toUpperCase(), '%', '_']) };
  };
  const number = (most: number) => {
    const operator = pick(NUMBER);
    if (operator.startsWith('is_')) return { operator };
    const value = below(most);
    return { operator, value: operator === 'between' ? [value, value + below(10)] : value };
  };
  const within = () => (below(2) ? { within_days: pick(DAYS) } : {});
  const kinds: (() => Rule)[] = [
    () => ({
      type: 'language',
      ...pick([{ operator: pick(['equals', 'not_equals']), value: pick([...LOCALES, 'pt']) }]),
    }),
    () => ({ type: 'language', operator: pick(['in', 'not_in']), value: some([...LOCALES, 'pt'], 1) }),
    () => ({
      type: 'tags',
      operator: pick(['has_any', 'has_all', 'has_none']),
      value: some([...TAGS, 'nobody', 'VIP'], 1),
    }),
    () => ({ type: 'engagement', operator: pick(['active_within_days', 'inactive_for_days']), value: pick(DAYS) }),
    () => ({ type: 'engagement', operator: 'never_active' }),
    () => ({ type: 'email', ...text(['ann1@shop.test', 'bob', '@mail.test', 'c_d']) }),
    () => ({ type: 'first_name', ...text(NAMES) }),
    () => ({ type: 'attribute', field: 'city', ...text(CITIES) }),
    () => ({ type: 'attribute', field: 'age', ...number(60) }),
    () => ({ type: 'attribute', field: 'paid', operator: pick(['is_true', 'is_false', 'is_set', 'is_not_set']) }),
    () => ({
      type: 'event',
      operator: pick(['performed', 'not_performed']),
      value: {
        ...{ name: pick(EVENTS), ...within(), ...(below(2) && { at_least: 1 + below(3) }) },
        ...(below(2) && { where: [{ property: 'n', ...number(5) }] }),
      },
    }),
    () => ({
      type: 'revenue',
      operator: pick(['total_gte', 'total_lte']),
      value: { amount: below(6000), currency: 'EUR', ...within() },
    }),
    () => ({ type: 'revenue', operator: 'orders_gte', value: { count: 1 + below(2), ...within() } }),
    () => ({ type: 'revenue', operator: 'last_order_within_days', value: { within_days: pick(DAYS) } }),
  ];
  if (named.length > 0) kinds.push(() => ({ type: 'segment', operator: pick(['in', 'not_in']), value: pick(named) }));
  return pick(kinds)();
}
