const NUMBERS =
  (least: number, most: number, isSigned = false) =>
  (value: string) =>
    value.split(',').every((one) => {
      const digits = /^([+-])?(\d{1,4})$/.exec(one);
      return digits !== null && (isSigned || !digits[1]) && Number(digits[2]) >= least && Number(digits[2]) <= most;
    });

const isDay = (value: string): boolean =>
  value.split(',').every((one) => {
    const day = /^(?:[+-]?(\d{1,2}))?(?:MO|TU|WE|TH|FR|SA|SU)$/.exec(one);
    return day !== null && (day[1] === undefined || (Number(day[1]) >= 1 && Number(day[1]) <= 53));
  });

const isOne =
  (...values: string[]) =>
  (value: string) =>
    values.includes(value);

/** The parts of a recurrence rule and their valid values (RFC 5545, 3.3.10). */
const PARTS: Record<string, (value: string) => boolean> = {
  FREQ: isOne('YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'),
  INTERVAL: (value) => /^[1-9]\d{0,2}$/.test(value),
  COUNT: (value) => /^[1-9]\d{0,3}$/.test(value),
  UNTIL: (value) => /^\d{8}(T\d{6}Z?)?$/.test(value) && isMoment(value),
  BYSECOND: NUMBERS(0, 59),
  BYMINUTE: NUMBERS(0, 59),
  BYHOUR: NUMBERS(0, 23),
  BYDAY: isDay,
  BYMONTHDAY: NUMBERS(1, 31, true),
  BYYEARDAY: NUMBERS(1, 366, true),
  BYWEEKNO: NUMBERS(1, 53, true),
  BYMONTH: NUMBERS(1, 12),
  BYSETPOS: NUMBERS(1, 366, true),
  WKST: isOne('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'),
};

const MAX = 500;

/**
 * A recurrence rule in capital letters, or its problem as the end of a sentence. The library that reads it hardly
 * validates, so this lets through only rules that it can read.
 */
export function readRule(written: string): { rule: string } | { problem: string } {
  const rule = written.trim().toUpperCase();
  if (rule.length > MAX || /[\r\n]/.test(rule)) return { problem: 'must be one line of at most 500 characters.' };
  if (rule.includes('DTSTART')) return { problem: 'must not contain DTSTART. Use "start" instead.' };
  const parts = rule.split(';').map((part) => part.split('=') as [string, string | undefined, ...string[]]);
  const names = parts.map(([name]) => name);
  const isRule = parts.every(([name, value, ...more]) => {
    return more.length === 0 && Object.hasOwn(PARTS, name) && PARTS[name]!(value ?? '');
  });
  if (!isRule || !names.includes('FREQ') || new Set(names).size < names.length) {
    return { problem: 'must be an RFC 5545 recurrence rule, such as FREQ=WEEKLY;BYDAY=MO.' };
  }
  if (names.includes('COUNT') && names.includes('UNTIL')) return { problem: 'must not have both COUNT and UNTIL.' };
  if (/FREQ=(SECONDLY|MINUTELY)/.test(rule)) return { problem: TOO_OFTEN };
  return { rule };
}

export const TOO_OFTEN = 'must have at least an hour between two occurrences.';
export const NEVER = 'must have an occurrence after its start and after now.';

function isMoment(value: string): boolean {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(value) ?? [];
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const moment = new Date(`${written}Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(written);
}
