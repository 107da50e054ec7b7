/** The JavaScript type of an array's elements, by the name of the PostgreSQL type. */
export interface Elements {
  uuid: string;
  text: string;
  bigint: number;
  timestamptz: Date;
  jsonb: object;
}

export type ElementType = keyof Elements;

/** The encoding of a type. */
interface Form<Value> {
  /** The type's object id in PostgreSQL. */
  oid: number;
  /** An upper bound for the encoded length, in bytes. */
  size(value: Value): number;
  /** Encodes the value and returns how many bytes were written. */
  write(value: Value, buffer: Buffer, at: number): number;
}

const HEADER = 20;
const LENGTH = 4;
const EPOCH_MS = Date.UTC(2000, 0, 1);

const text: Form<string> = {
  oid: 25,
  size: (value) => 3 * value.length,
  write: (value, buffer, at) => buffer.write(value, at),
};

const integer = (value: bigint, buffer: Buffer, at: number): number => buffer.writeBigInt64BE(value, at) - at;

const FORMS: { [Type in ElementType]: Form<never> } = {
  uuid: {
    oid: 2950,
    size: () => 16,
    write: (value: string, buffer, at) => buffer.write(value.replaceAll('-', ''), at, 'hex'),
  },
  text,
  bigint: { oid: 20, size: () => 8, write: (value: number, buffer, at) => integer(BigInt(value), buffer, at) },
  timestamptz: {
    oid: 1184,
    size: () => 8,
    write: (value: Date, buffer, at) => integer(BigInt(value.getTime() - EPOCH_MS) * 1000n, buffer, at),
  },
  // A version byte, then the JSON text.
  jsonb: {
    oid: 3802,
    size: (value: string) => 1 + text.size(value),
    write: (value: string, buffer, at) => text.write(value, buffer, buffer.writeUInt8(1, at)) + 1,
  },
};

/** Encodes values as a binary array, which PostgreSQL reads without parsing text. */
export function binaryArray<Type extends ElementType>(
  type: Type,
  values: readonly (Elements[Type] | null)[],
): Uint8Array<ArrayBuffer> {
  const { oid, size, write } = FORMS[type] as Form<unknown>;
  const sent = type === 'jsonb' ? values.map((value) => value && JSON.stringify(value)) : values;
  let max = HEADER;
  for (const value of sent) max += LENGTH + (value === null ? 0 : size(value));
  const buffer = Buffer.allocUnsafe(max);
  // The header: dimensions, has nulls, element type, length, lower bound.
  let at = 0;
  for (const field of [1, sent.includes(null) ? 1 : 0, oid, sent.length, 1]) at = buffer.writeInt32BE(field, at);
  for (const value of sent) {
    const length = value === null ? -1 : write(value, buffer, at + LENGTH);
    at = buffer.writeInt32BE(length, at) + Math.max(length, 0);
  }
  return buffer.subarray(0, at);
}
