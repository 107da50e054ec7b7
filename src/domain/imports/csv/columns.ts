import { type Issue, ValidationError } from '../../../errors.ts';
import { normaliseEmail } from '../../../validation/email.ts';
import { storable } from '../../../validation/text.ts';
import { FIELD_KEY, RESERVED_KEYS } from '../../audience/attributes.ts';
import { unescapeFormula } from './escape-formula.ts';
import type { Format } from './formats.ts';
import { fileProblem } from './problem.ts';
import type { CsvRow } from './read-rows.ts';

/** A column of a file, and the field that it is imported into, if any. */
export interface Column {
  /** From the header; without a header, the number of the column. */
  name: string;
  field: string | null;
  /** How its cells are written, if that was said or found out. */
  format?: Format | null;
}

export interface Columns {
  columns: Column[];
  hasHeader: boolean;
  /** The columns that are left out, in sentences for the sender of the file. */
  warnings: string[];
}

const FIELDS = [
  ...['email', 'first_name', 'last_name', 'name', 'timezone', 'locale', 'tags', 'attributes'],
  ...['status', 'subscription_status', 'blocklisted', 'subscribed_at', 'opted_in_at'],
  ...['unsubscribed_at', 'bounced_at', 'unsubscribe_reason'],
];
export const MAX_COLUMNS = 200;
/** The column that the file of failed rows has beside those of the file itself. */
export const ERROR_COLUMN = 'import_error';
const ATTRIBUTE = /^attributes\.(.+)$/;
const LONGEST_NAME = 100;

/** Other names that a header may use for a field. */
const ALIASES: Record<string, string> = {
  ...{ e_mail: 'email', email_address: 'email', mail: 'email' },
  ...{ firstname: 'first_name', given_name: 'first_name' },
  ...{ lastname: 'last_name', surname: 'last_name', family_name: 'last_name' },
  ...{ vorname: 'first_name', nachname: 'last_name', familienname: 'last_name', sprache: 'locale' },
  ...{ time_zone: 'timezone', language: 'locale', tag: 'tags', attribs: 'attributes' },
};

/**
 * Names of other providers' exports, the better ones first. They give way to a contact field of that name, and to a
 * column with a name of ours for the same field.
 */
const FOREIGN: [name: string, field: string][] = Object.entries({
  subscribed_at: ['confirm_time'],
  opted_in_at: ['optin_time'],
  unsubscribed_at: ['unsub_time'],
  bounced_at: ['bounced_at', 'clean_time'],
  unsubscribe_reason: ['unsub_reason'],
  name: ['name', 'full_name', 'fullname'],
  blocklisted: ['blocklisted', 'blacklisted', 'email_blocklisted', 'email_blacklisted'],
  subscription_status: [
    'subscription_status',
    'subscriber_status',
    'email_marketing_consent',
    'email_marketing_status',
  ],
}).flatMap(([field, names]) => names.map((name): [string, string] => [name, field]));

interface Given {
  /** Column name or number → field; null leaves the column out. */
  mapping: Record<string, unknown>;
  /** Whether the first row names the columns. Absent: it does, unless it contains an address. */
  header?: boolean | null;
}

/**
 * Finds the columns of a file from its first row, the mapping and the keys of the team's contact fields. Throws
 * ValidationError for a mapping that does not match the file, and for a file without a column of addresses.
 */
export function readColumns({ cells }: CsvRow, { mapping, header }: Given, keys: ReadonlySet<string>): Columns {
  if (cells.length > MAX_COLUMNS) throw fileProblem(`has more than ${MAX_COLUMNS} columns.`);
  const hasHeader = header ?? !cells.some((cell) => normaliseEmail(cell.trim()));
  const names = cells.map(
    (cell, index) => (hasHeader && storable(unescapeFormula(cell).trim().slice(0, LONGEST_NAME))) || String(index + 1),
  );
  const columns = names.map((name, index): Column => {
    const found = hasHeader ? fieldNamed(name, keys) : normaliseEmail(cells[index]!.trim()) ? 'email' : undefined;
    return { name, field: found ?? null };
  });
  const giveWay = hasHeader ? readForeign(columns, keys, mapping) : [];
  const issues = applyMapping(columns, mapping, keys);
  if (issues.length > 0) throw new ValidationError(issues);
  const fields = columns.flatMap(({ field }) => field ?? []);
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (twice) throw fileProblem(`has more than one column for ${twice}. Choose one of them in mapping.`);
  if (!fields.includes('email'))
    throw fileProblem('has no column email. Choose the one with the addresses in mapping.');
  const warnings = columns.flatMap((column) => {
    const { name, field } = column;
    if (field || mapping[name] === null || isErrorColumn(column)) return [];
    const reason = giveWay.includes(column) ? 'another column says the same' : 'no field has this name';
    const warning = `The column "${name}" is left out, because ${reason}.`;
    return [TELLS_WHO_LEFT.test(name) && !giveWay.includes(column) ? `${warning} ${LOOK_AT_IT}` : warning];
  });
  return { columns, hasHeader, warnings };
}

const TELLS_WHO_LEFT = /suppress|unsub|opt.?out|bounc|complain|consent|status|abgemeldet|gesperrt/i;
const LOOK_AT_IT = 'It may say who left: look at it before people are imported who must not be written to.';

/** Whether a column came from a file of failed rows, and is not mapped to a field. */
export const isErrorColumn = ({ name, field }: Column): boolean => field === null && nameOf(name) === ERROR_COLUMN;

/** Finds the fields of columns with another provider's name. Returns the columns that gave way to another one. */
function readForeign(columns: Column[], keys: ReadonlySet<string>, mapping: Record<string, unknown>): Column[] {
  const taken = new Set(columns.map(({ field }) => field));
  for (const wanted of Object.values(mapping)) if (typeof wanted === 'string') taken.add(wanted);
  // Beside a last name, a name is the first one.
  const name = taken.has('last_name') ? 'first_name' : 'name';
  if (taken.has('first_name')) taken.add('name');
  const giveWay: Column[] = [];
  for (const [foreign, means] of FOREIGN) {
    const field = means === 'name' ? name : means;
    for (const column of columns) {
      if (column.field !== null || keys.has(foreign) || nameOf(column.name) !== foreign) continue;
      if (Object.hasOwn(mapping, column.name)) continue;
      if (taken.has(field)) giveWay.push(column);
      else column.field = field;
      taken.add(field);
    }
  }
  return giveWay;
}

function applyMapping(columns: Column[], mapping: Record<string, unknown>, keys: ReadonlySet<string>): Issue[] {
  const issues: Issue[] = [];
  const mapped = new Set<Column>();
  for (const [name, wanted] of Object.entries(mapping)) {
    const column = columns.find((column) => column.name === name) ?? columns[Number(name) - 1];
    const field = wanted === null ? null : typeof wanted === 'string' ? fieldNamed(wanted, keys, true) : undefined;
    const path = ['mapping', name];
    if (!column) issues.push({ path, problem: 'is not a column of the file.' });
    else if (field === undefined) {
      issues.push({ path, problem: `must be null or one of ${FIELDS.join(', ')}, attributes.KEY.` });
    } else {
      column.field = field;
      mapped.add(column);
    }
  }
  // The mapping takes precedence over the header.
  for (const column of columns) {
    const isMapped = [...mapped].some(({ field }) => field !== null && field === column.field);
    if (isMapped && !mapped.has(column)) column.field = null;
  }
  return issues;
}

/** The field with this name or alias. `exact`: no aliases, but attributes that no field declares yet. */
function fieldNamed(name: string, keys: ReadonlySet<string>, exact = false): string | undefined {
  const attribute = ATTRIBUTE.exec(name)?.[1];
  if (attribute !== undefined) {
    return FIELD_KEY.test(attribute) && !RESERVED_KEYS.has(attribute) ? name : undefined;
  }
  const plain = exact ? name : nameOf(name);
  const known = exact ? plain : (ALIASES[plain] ?? plain);
  if (FIELDS.includes(known) && (exact || !FOREIGN.some(([foreign]) => foreign === known))) return known;
  return keys.has(known) ? `attributes.${known}` : undefined;
}

/** A name in the form in which names are compared: `E-Mail Address` is `e_mail_address`. */
const nameOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '_');
