import type { Group, Rule } from './segments.ts';

/** A subscriber as a test made it. */
export interface Person {
  email: string;
  subscribed: boolean;
  locale?: string;
  first_name?: string;
  tags: string[];
  attributes: { city?: string; age?: number; paid?: boolean };
  events: { name: string; daysAgo: number; n?: number; value?: number }[];
}

/** What a group says of a person, read off the contract, with nothing of the product's own code. */
export const holds = (part: Group | Rule, person: Person, segments: Record<string, Group> = {}): boolean =>
  'rules' in part
    ? part.rules[part.operator === 'and' ? 'every' : 'some']((inner) => holds(inner, person, segments))
    : JUDGES[part.type]!(part, person, segments);

type Judge = (rule: Rule, person: Person, segments: Record<string, Group>) => boolean;

// biome-ignore lint/suspicious/noExplicitAny: a rule's value is whatever its operator takes
const given = (rule: Rule): any => rule.value;

const speaks = (person: Person, code: string) => person.locale === code || !!person.locale?.startsWith(`${code}-`);

const compare = (text: string | undefined, { operator, value }: Rule): boolean => {
  const has = text?.toLowerCase() ?? null;
  const asked = typeof value === 'string' ? value.toLowerCase() : '';
  const among = Array.isArray(value) && value.some((item) => item.toLowerCase() === has);
  switch (operator) {
    case 'equals':
      return has === asked;
    case 'not_equals':
      return has !== asked;
    case 'contains':
      return has?.includes(asked) ?? false;
    case 'not_contains':
      return !has?.includes(asked);
    case 'starts_with':
      return has?.startsWith(asked) ?? false;
    case 'ends_with':
      return has?.endsWith(asked) ?? false;
    case 'in':
      return among;
    case 'not_in':
      return !among;
    case 'is_set':
      return has !== null;
    case 'is_not_set':
      return has === null;
  }
  throw new Error(operator);
};

const measure = (number: number | undefined, rule: Rule): boolean => {
  const { operator } = rule;
  const value = given(rule);
  if (operator === 'is_not_set') return number === undefined;
  if (operator === 'not_equals') return number !== value;
  if (number === undefined) return false;
  if (operator === 'is_set') return true;
  if (operator === 'equals') return number === value;
  if (operator === 'gt') return number > value;
  if (operator === 'gte') return number >= value;
  if (operator === 'lt') return number < value;
  if (operator === 'lte') return number <= value;
  if (operator === 'between') return number >= value[0] && number <= value[1];
  throw new Error(operator);
};

const JUDGES: Record<string, Judge> = {
  language: (rule, person) => {
    const codes: string[] = [given(rule)].flat();
    const spoken = codes.some((code) => speaks(person, code));
    return rule.operator.startsWith('not_') ? !spoken : spoken;
  },
  tags: (rule, person) => {
    const has = person.tags.map((tag) => tag.toLowerCase());
    const asked: string[] = given(rule).map((tag: string) => tag.toLowerCase());
    if (rule.operator === 'has_all') return asked.every((tag) => has.includes(tag));
    return asked.some((tag) => has.includes(tag)) === (rule.operator === 'has_any');
  },
  engagement: (rule, person) => {
    if (rule.operator === 'never_active') return person.events.length === 0;
    const active = person.events.some(({ daysAgo }) => daysAgo <= given(rule));
    return rule.operator === 'active_within_days' ? active : !active;
  },
  email: (rule, person) => compare(person.email, rule),
  first_name: (rule, person) => compare(person.first_name, rule),
  attribute: (rule, { attributes }) => {
    if (rule.field === 'city') return compare(attributes.city, rule);
    if (rule.field === 'age') return measure(attributes.age, rule);
    if (rule.operator === 'is_true') return attributes.paid === true;
    if (rule.operator === 'is_false') return attributes.paid === false;
    return (attributes.paid === undefined) === (rule.operator === 'is_not_set');
  },
  event: (rule, person) => {
    const { name, at_least = 1, within_days = 1e6, where = [] } = given(rule);
    const times = person.events.filter(
      (event) =>
        event.name === name &&
        event.daysAgo <= within_days &&
        where.every((condition: Rule) => measure(event.n, condition)),
    ).length;
    return times >= at_least === (rule.operator === 'performed');
  },
  revenue: (rule, person) => {
    const { amount, count, within_days = 1e6 } = given(rule);
    const orders = person.events.filter(
      ({ name, value, daysAgo }) => name === 'order' && value && daysAgo <= within_days,
    );
    const total = orders.reduce((sum, { value = 0 }) => sum + value, 0);
    if (rule.operator === 'total_gte') return total >= amount;
    if (rule.operator === 'total_lte') return total <= amount;
    if (rule.operator === 'orders_gte') return orders.length >= count;
    return orders.length > 0;
  },
  segment: (rule, person, segments) => holds(segments[given(rule)]!, person, segments) === (rule.operator === 'in'),
};
