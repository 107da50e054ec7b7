import { isId } from '../ids.ts';
import { isStorable } from '../validation/text.ts';
import { readDateTime } from '../validation/time.ts';

/** A column that a list is sorted by. All of them together identify a row. */
export interface Key {
  /** The property of the row. */
  name: string;
  codec: CursorCodec;
}

/** Writes a value into a cursor and reads it back. `read` returns undefined for a value that no row can have. */
export interface CursorCodec {
  write(value: unknown): string | number | null;
  read(written: unknown): unknown;
}

const isText = (written: unknown): written is string => typeof written === 'string';

export const ID: CursorCodec = { write: String, read: (written) => (isId(written) ? written : undefined) };
export const TIME: CursorCodec = {
  write: (time) => (time as Date).toISOString(),
  read: (written) => (isText(written) ? readDateTime(written) : undefined),
};
export const TEXT: CursorCodec = {
  write: String,
  read: (written) => (isText(written) && isStorable(written) ? written : undefined),
};
export const NUMBER: CursorCodec = {
  write: Number,
  read: (written) => (Number.isInteger(written) && Math.abs(written as number) < 1e9 ? written : undefined),
};

/** Allows only these values. */
export const enumCodec = (values: readonly string[]): CursorCodec => ({
  write: String,
  read: (written) => values.find((value) => value === written),
});

/** The same codec, with null allowed. */
export const orNull = ({ write, read }: CursorCodec): CursorCodec => ({
  write: (value) => (value === null ? null : write(value)),
  read: (written) => (written === null ? null : read(written)),
});

/** The cursor of a row: its values in the keys. `label` names the order, so that cursors of other orders are refused. */
export const encodeCursor = (row: object, keys: readonly Key[], label = ''): string => {
  const values = keys.map(({ name, codec }) => codec.write((row as Record<string, unknown>)[name]));
  return Buffer.from(JSON.stringify([label, ...values])).toString('base64url');
};

/** The values of a cursor, or undefined if it does not belong to this list in this order. */
export function decodeCursor(cursor: unknown, keys: readonly Key[], label = ''): unknown[] | undefined {
  const [given, ...written] = parts(cursor);
  if (given !== label || written.length !== keys.length) return undefined;
  const values = keys.map(({ codec }, index) => codec.read(written[index]));
  return values.includes(undefined) ? undefined : values;
}

function parts(cursor: unknown): unknown[] {
  try {
    const read = JSON.parse(Buffer.from(cursor as string, 'base64url').toString());
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
