import type { FieldType } from '../../audience/attributes.ts';
import { type ValidatedRow, validateRows } from '../../audience/subscribe-rows.ts';
import type { Column } from './columns.ts';
import { unescapeFormula } from './escape-formula.ts';
import type { CsvRow } from './read-rows.ts';
import { readTags } from './tags-cell.ts';

type Sent = Record<string, unknown>;
type Write = (sent: Sent, cell: string) => void;

/** What applies to every row of a file. */
export interface RowOptions {
  tags: readonly string[];
  resubscribe: boolean;
  requiresConfirmation: boolean;
  /** The types of the team's contact fields. */
  types: ReadonlyMap<string, FieldType>;
}

/** Converts rows of a file into validated rows of a batch. An empty cell leaves the field as it is. */
export function rowReader(columns: readonly Column[], options: RowOptions): (row: CsvRow) => ValidatedRow | undefined {
  const writes = columns.map(({ field }) => field && writerOf(field, options));
  return ({ row, cells }) => {
    const sent: Sent = {};
    if (options.tags.length > 0) sent.tags = [...options.tags];
    if (options.resubscribe) sent.resubscribe = true;
    let empty = true;
    for (const [index, cell] of cells.entries()) {
      if (cell === '') continue;
      empty = false;
      if (index >= writes.length) return { row, email: emailOf(sent), issues: [{ path: [], problem: TOO_MANY }] };
      const write = writes[index];
      if (write) write(sent, unescapeFormula(cell));
    }
    if (empty) return undefined;
    const refusal = sent.status as string | undefined;
    if (refusal) return { row, email: emailOf(sent), issues: [{ path: ['status'], problem: refusal }] };
    const [validated] = validateRows([sent]);
    return { row, ...validated! };
  };
}

const TOO_MANY = 'The row has more cells than the file has columns.';
const NOT_SUBSCRIBED = new Set(['unsubscribed', 'bounced', 'complained']);

const emailOf = ({ email }: Sent): string | null => (typeof email === 'string' ? email : null);

function writerOf(field: string, { tags, requiresConfirmation, types }: RowOptions): Write {
  if (field === 'tags') {
    return (sent, cell) => {
      sent.tags = [...tags, ...readTags(cell)];
    };
  }
  if (field === 'status') {
    return (sent, cell) => {
      sent.status = refusalFor(cell, requiresConfirmation);
    };
  }
  const [, attribute] = field.split('attributes.');
  if (attribute !== undefined) {
    const isBoolean = types.get(attribute) === 'boolean';
    return (sent, cell) => {
      sent.attributes ??= {};
      (sent.attributes as Sent)[attribute] = isBoolean ? readBoolean(cell) : cell;
    };
  }
  const name = NAMES[field]!;
  return (sent, cell) => {
    sent[name] = cell;
  };
}

/** Spreadsheets write TRUE, people yes. Any other word is returned as it is, and the validation refuses it. */
const readBoolean = (cell: string): boolean | string => BOOLEANS.get(cell.trim().toLowerCase()) ?? cell;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'no', '0'].map((word) => [word, false] as const),
]);

const NAMES: Record<string, string> = {
  email: 'email',
  first_name: 'firstName',
  last_name: 'lastName',
  timezone: 'timezone',
  locale: 'locale',
};

/**
 * A file, such as our own exports, may contain people who unsubscribed. Subscribing them would be against their will.
 */
function refusalFor(cell: string, requiresConfirmation: boolean): string | undefined {
  const status = cell.trim().toLowerCase();
  if (status === 'unconfirmed' && !requiresConfirmation) {
    return "The person's status is unconfirmed, and the list does not ask for confirmation.";
  }
  if (!NOT_SUBSCRIBED.has(status)) return undefined;
  return `The person's status is ${status}. Only subscribed people can be imported.`;
}
