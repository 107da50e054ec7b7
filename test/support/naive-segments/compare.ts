import type { Rule } from '../segments.ts';

// biome-ignore lint/suspicious/noExplicitAny: a rule's value is whatever its operator takes
export const given = (rule: { value?: unknown }): any => rule.value;

/** Letter by letter, as documented: no letter becomes two, and none depends on its position in the word. */
const lower = (text: string): string =>
  [...text].map((letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('');

type Asked = Pick<Rule, 'operator' | 'value'>;

/** The result of a text operator; without a text the negative ones hold. */
export function compareText(text: string | undefined, rule: Asked): boolean {
  const has = text === undefined ? null : lower(text);
  const value = given(rule);
  const asked = typeof value === 'string' ? lower(value) : '';
  const isSet = has !== null && has.trim() !== '';
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
      return isSet;
    case 'is_not_set':
      return !isSet;
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

/** The day of a time in a zone. */
const dayIn = (zone: string, moment: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(moment);

/** The reference time, and the zone of the team's days. */
interface Calendar {
  now: number;
  zone: string;
}

/**
 * In a rule, a date is the whole day of the team; as a value, the time at which that day begins. `has`: a day, or a time in
 * milliseconds.
 */
export function compareMoment(has: string | number | undefined, rule: Asked, { now, zone }: Calendar): boolean {
  if (rule.operator === 'is_set' || rule.operator === 'is_not_set') {
    return (has !== undefined) === (rule.operator === 'is_set');
  }
  if (has === undefined || Number.isNaN(has)) return false;
  const value = given(rule);
  const isBeforeDay = (day: string) => (typeof has === 'string' ? has : dayIn(zone, has)) < day;
  // A day has begun before a time if the zone's clocks had already reached it.
  const isBeforeMoment = (moment: number) => (typeof has === 'string' ? has <= dayIn(zone, moment - 1) : has < moment);
  const isBefore = (text: string) => (text.length === 10 ? isBeforeDay(text) : isBeforeMoment(Date.parse(text)));
  const isOver = (text: string) =>
    text.length === 10 ? !isBeforeDay(text) && !isOn(text) : !isBeforeMoment(Date.parse(text) + 1);
  const isOn = (day: string) => (typeof has === 'string' ? has : dayIn(zone, has)) === day;
  const isUntil = (moment: number) => isBeforeMoment(moment + 1);
  switch (rule.operator) {
    case 'before':
      return isBefore(value);
    case 'after':
      return isOver(value);
    case 'between':
      return !isBefore(value[0]) && !isOver(value[1]);
    case 'within_last_days':
      return !isUntil(now - value * DAY) && isUntil(now);
    case 'older_than_days':
      return isUntil(now - value * DAY);
    case 'within_next_days':
      return !isBeforeDay(dayIn(zone, now)) && isUntil(now + value * DAY);
    case 'anniversary_within_days':
      return comesRound(
        typeof has === 'string' ? has : new Date(has).toISOString().slice(0, 10),
        dayIn(zone, now),
        value,
      );
  }
  throw new Error(rule.operator);
}

/** Whether the anniversary falls within the days from today; 29 February is the 28th in other years. */
function comesRound(born: string, today: string, days: number): boolean {
  for (let ahead = 0; ahead <= days; ahead += 1) {
    const day = new Date(Date.parse(today) + ahead * DAY);
    const isLeap = new Date(Date.UTC(day.getUTCFullYear(), 1, 29)).getUTCMonth() === 1;
    const on = born.endsWith('-02-29') && !isLeap ? '02-28' : born.slice(5);
    if (day.toISOString().slice(5, 10) === on) return true;
  }
  return false;
}
