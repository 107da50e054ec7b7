import type { Rule } from '../segments.ts';

// biome-ignore lint/suspicious/noExplicitAny: a rule's value is whatever its operator takes
export const given = (rule: { value?: unknown }): any => rule.value;

/** Letter by letter, as documented: no letter becomes two, and none depends on its place in the word. */
const lower = (text: string): string =>
  [...text].map((letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('');

type Asked = Pick<Rule, 'operator' | 'value'>;

/** What a text operator says; without a text the negative ones hold. */
export function compareText(text: string | undefined, rule: Asked): boolean {
  const has = text === undefined ? null : lower(text);
  const value = given(rule);
  const asked = typeof value === 'string' ? lower(value) : '';
  const among = () => has !== null && value.map(lower).includes(has);
  switch (rule.operator) {
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
      return among();
    case 'not_in':
      return !among();
    case 'is_set':
      return has !== null;
    case 'is_not_set':
      return has === null;
  }
  throw new Error(rule.operator);
}

export function compareNumber(number: number | undefined, rule: Asked): boolean {
  const value = given(rule);
  if (rule.operator === 'is_not_set') return number === undefined;
  if (rule.operator === 'not_equals') return number !== value;
  if (number === undefined) return false;
  switch (rule.operator) {
    case 'is_set':
      return true;
    case 'equals':
      return number === value;
    case 'gt':
      return number > value;
    case 'gte':
      return number >= value;
    case 'lt':
      return number < value;
    case 'lte':
      return number <= value;
    case 'between':
      return number >= value[0] && number <= value[1];
  }
  throw new Error(rule.operator);
}

export function compareBoolean(boolean: boolean | undefined, { operator }: Asked): boolean {
  if (operator === 'is_true') return boolean === true;
  if (operator === 'is_false') return boolean === false;
  return (boolean === undefined) === (operator === 'is_not_set');
}

const DAY = 86_400_000;

/** A date is the whole day in UTC where it is asked for, and its midnight where it is had. */
export function compareMoment(moment: number | undefined, rule: Asked, now: number): boolean {
  if (rule.operator === 'is_set' || rule.operator === 'is_not_set') {
    return (moment !== undefined) === (rule.operator === 'is_set');
  }
  if (moment === undefined || Number.isNaN(moment)) return false;
  const value = given(rule);
  const start = (text: string) => Date.parse(text);
  const end = (text: string) => Date.parse(text) + (text.length === 10 ? DAY : 1);
  switch (rule.operator) {
    case 'before':
      return moment < start(value);
    case 'after':
      return moment >= end(value);
    case 'between':
      return moment >= start(value[0]) && moment < end(value[1]);
    case 'within_last_days':
      return moment > now - value * DAY && moment <= now;
    case 'older_than_days':
      return moment <= now - value * DAY;
    case 'within_next_days':
      return moment >= Math.floor(now / DAY) * DAY && moment <= now + value * DAY;
    case 'anniversary_within_days':
      return comesRound(new Date(moment), now, value);
  }
  throw new Error(rule.operator);
}

/** Whether the day comes round within the days from today; 29 February is the 28th in other years. */
function comesRound(born: Date, now: number, days: number): boolean {
  for (let ahead = 0; ahead <= days; ahead += 1) {
    const day = new Date(Math.floor(now / DAY) * DAY + ahead * DAY);
    const isLeap = new Date(Date.UTC(day.getUTCFullYear(), 1, 29)).getUTCMonth() === 1;
    const moved = born.getUTCMonth() === 1 && born.getUTCDate() === 29 && !isLeap;
    if (born.getUTCMonth() === day.getUTCMonth() && born.getUTCDate() - (moved ? 1 : 0) === day.getUTCDate())
      return true;
  }
  return false;
}
