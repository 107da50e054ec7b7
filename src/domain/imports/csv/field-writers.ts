import type { Issue } from '../../../errors.ts';
import { jsonProblem } from '../../../validation/json.ts';
import { languageNamed } from '../../../validation/language-names.ts';
import { normaliseLocale } from '../../../validation/locale.ts';
import { storable } from '../../../validation/text.ts';
import { FIELD_KEY, type FieldType, RESERVED_KEYS } from '../../audience/attributes.ts';
import type { RowSubscription, SkippedValue } from '../../audience/import-terms.ts';
import { momentOf } from '../../local-time.ts';
import { readAddressCell } from './address-cell.ts';
import type { DateContext } from './date-parts.ts';
import { readAnyDate } from './dates.ts';
import { cellReader, type Format, isUnclearNumber } from './formats.ts';
import { isComplaint, type Meaning, type Status } from './statuses.ts';
import { readTags } from './tags-cell.ts';

/** A row while its cells are read. */
export interface Draft {
  /** As a row of a batch. */
  sent: Record<string, unknown>;
  subscription: RowSubscription;
  /** The combined meaning of the status columns. */
  meaning?: Meaning;
  /** Whether a status column, not only an opt-in column, contributed. */
  hasStatus?: boolean;
  /** The empty opt-in column, if none says yes. */
  notOptedIn?: string;
  /** The status implied by a time of leaving or bouncing. Counts if no status is given. */
  ended?: Status;
  /** Why the row fails. */
  refusals: Issue[];
  /** Invalid values. */
  unfit: SkippedValue[];
}

export type Write = (draft: Draft, cell: string) => void;

/** How to read the columns of a file. */
export interface Reading {
  tags: readonly string[];
  /** The types of the team's contact fields. */
  types: ReadonlyMap<string, FieldType>;
  /** By field. */
  formats: ReadonlyMap<string, Format>;
  statuses: Readonly<Record<string, Status>>;
  /** For times without an offset (IANA). */
  zone: string;
}

const NAMES: Record<string, string> = {
  email: 'email',
  first_name: 'firstName',
  last_name: 'lastName',
  timezone: 'timezone',
  locale: 'locale',
};

/** Cells of files need more interpretation than values from programs. */
const READ_OWN: Record<string, (cell: string) => string> = {
  email: readAddressCell,
  /** A code, or the name of a language: `German`, `Deutsch`, `Portuguese (Brazil)`. */
  locale: (cell) => (normaliseLocale(cell) === undefined ? (languageNamed(cell) ?? cell) : cell),
};

/** Returns the writer for the cells of a column with this field. */
export function writerOf(field: string, reading: Reading): Write {
  const [, attribute] = /^attributes\.(.+)$/.exec(field) ?? [];
  if (attribute !== undefined) return attributeWriter(attribute, reading);
  const own = NAMES[field];
  const read = READ_OWN[field];
  if (own && read) {
    return ({ sent }, cell) => {
      sent[own] = read(cell);
    };
  }
  if (own) {
    return ({ sent }, cell) => {
      sent[own] = cell;
    };
  }
  return OTHERS[field]!(reading);
}

const OTHERS: Record<string, (reading: Reading) => Write> = {
  tags:
    ({ tags }) =>
    ({ sent }, cell) => {
      sent.tags = [...tags, ...readTags(cell)];
    },
  name:
    () =>
    ({ sent }, cell) => {
      const [first = '', ...others] = cell.trim().split(/\s+/);
      sent.firstName = first;
      sent.lastName = others.join(' ');
    },
  attributes: () => spreadAttributes,
  subscribed_at: ({ formats, zone }) => timeWriter('subscribedAt', formats.get('subscribed_at'), zone),
  opted_in_at: ({ formats, zone }) => {
    const write = timeWriter('subscribedAt', formats.get('opted_in_at'), zone);
    return (draft, cell) => {
      if (!draft.subscription.subscribedAt) write(draft, cell);
    };
  },
  unsubscribe_reason: () => (draft, cell) => {
    if (isComplaint(cell)) draft.ended = 'complained';
  },
  unsubscribed_at: ({ formats, zone }) => {
    const write = timeWriter('unsubscribedAt', formats.get('unsubscribed_at'), zone);
    return (draft, cell) => {
      if (saysNothing(cell)) return;
      draft.ended ??= 'unsubscribed';
      write(draft, cell);
    };
  },
  bounced_at: ({ formats, zone }) => {
    const format = formats.get('bounced_at');
    return (draft, cell) => {
      if (saysNothing(cell)) return;
      if (draft.ended !== 'complained') draft.ended = 'bounced';
      const { problem } = readPast(cell, format, zone);
      if (problem !== undefined) draft.unfit.push({ path: ['bouncedAt'], problem, value: cell });
    };
  },
};

/** How databases write a missing time. */
const isBlankTime = (cell: string): boolean => /^(0000-00-00.*|null|-)?$/i.test(cell.trim());

const readYesOrNo = cellReader('boolean');

/** Markers of people who did not leave. Any other junk counts as an unreadable time. */
const saysNothing = (cell: string): boolean =>
  isBlankTime(cell) || /^\s*(n\/a|\\n)\s*$/i.test(cell) || readYesOrNo(cell) === false;

function timeWriter(name: 'subscribedAt' | 'unsubscribedAt', format: Format | undefined, zone: string): Write {
  return (draft, cell) => {
    if (isBlankTime(cell)) return;
    const { time, problem } = readPast(cell, format, zone);
    if (problem === undefined) draft.subscription[name] = time!;
    else draft.unfit.push({ path: [name], problem, value: cell });
  };
}

/** A time in RFC 3339 that is not in the future, or the problem with the cell. */
function readPast(cell: string, format: Format | undefined, zone: string): { time?: string; problem?: string } {
  const dates: DateContext = { zone, isPast: true, allowsNoYear: false };
  const date = readAnyDate(cell, format?.date ?? undefined, dates);
  // A day begins in the team's time zone.
  const time = date?.length === 10 ? momentOf(`${date}T00:00:00`, zone) : new Date(date ?? Number.NaN);
  if (time.getTime() > Date.now()) return { problem: 'must not be in the future.' };
  return time.getUTCFullYear() >= 1 ? { time: time.toISOString() } : { problem: NO_TIME };
}

const NO_TIME = "must be a date (2026-01-31) or a date-time. For another notation, set the column's format.";

/** Keys of contact fields whose dates are not in the future. */
const BIRTHDAY =
  /birth|bday|(^|_)dob(_|$)|geburt|naissance|nacim|nascim|nascita|urodz|geboorte|fodsels|syntyma|narozeni|szulet/;

function attributeWriter(key: string, { types, formats, zone }: Reading): Write {
  const type = types.get(key) ?? 'text';
  const format = formats.get(`attributes.${key}`);
  const read = cellReader(type, format, { zone, isPast: BIRTHDAY.test(key), allowsNoYear: true });
  return ({ sent, unfit }, cell) => {
    if (type === 'number' && isUnclearNumber(cell, format)) {
      unfit.push({ path: ['attributes', key], problem: UNCLEAR, value: cell });
      return;
    }
    sent.attributes ??= {};
    (sent.attributes as Record<string, unknown>)[key] = type === 'text' ? cell : read(cell);
  };
}

const UNCLEAR =
  "is ambiguous: its separator may mark thousands or decimals. Set the column's decimal separator in formats.";

/** A cell with a JSON object: each of its values becomes an attribute, lists and objects as their JSON. */
function spreadAttributes(draft: Draft, cell: string): void {
  const object = readObject(cell);
  if (!object) {
    draft.unfit.push({ path: ['attributes'], problem: 'must be a JSON object.', value: cell });
    return;
  }
  const attributes = { ...(draft.sent.attributes as object) } as Record<string, unknown>;
  for (const [name, value] of Object.entries(object)) {
    if (value === null) continue;
    const key = keyOf(name);
    const problem = (typeof value === 'object' && jsonProblem(value)) || (key === undefined && NO_KEY);
    if (problem) draft.unfit.push({ path: ['attributes', key ?? storable(name)], problem, value: textOf(value, cell) });
    else attributes[key as string] = typeof value === 'object' ? JSON.stringify(value) : value;
  }
  if (Object.keys(attributes).length > 0) draft.sent.attributes = attributes;
}

const NO_KEY = 'has a name that cannot be the key of an attribute.';

/** A value as shown in a report. If it is nested too deeply for JSON, the whole cell is shown. */
const textOf = (value: unknown, cell: string): string => {
  if (typeof value === 'string') return value;
  return jsonProblem(value) ? cell : JSON.stringify(value);
};

/** The name in the form of a key: `First order` is `first_order`. */
function keyOf(name: string): string | undefined {
  const key = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return FIELD_KEY.test(key) && !RESERVED_KEYS.has(key) ? key : undefined;
}

function readObject(cell: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(cell);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
