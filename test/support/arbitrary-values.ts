import fc from 'fast-check';
import type { Described } from './described-fields.ts';

/** A schema of the OpenAPI description without references, as far as values of a field need it. */
export interface FieldSchema extends Described {
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: FieldSchema;
}

/** The type of the values that are not null. */
const typeOf = ({ type, enum: values }: FieldSchema): string | undefined =>
  values ? 'string' : [type].flat().find((one) => one !== 'null');

const LONG = 60;
const LONGEST = 20_000;

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid({ version: 7 }),
  date: fc
    .date({ min: new Date('2024-01-01'), max: new Date('2025-01-01'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10)),
  'date-time': fc
    .date({ min: new Date('2024-01-01'), max: new Date('2025-01-01'), noInvalidDate: true })
    .map((day) => day.toISOString()),
  email: fc.stringMatching(/^[a-z0-9_+-]{1,20}@[a-z]{1,10}\.test$/),
  'idn-email': fc.stringMatching(/^[a-zäöü0-9_+-]{1,20}@[a-z]{1,10}\.test$/),
  'idn-hostname': fc.stringMatching(/^[a-zäöü]{1,20}\.test$/),
  uri: fc.webUrl({ validSchemes: ['https'] }),
};

/** Values that a schema allows; undefined for objects, whose fields have schemas of their own. */
export function allowedBy(schema: FieldSchema): fc.Arbitrary<unknown> | undefined {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const type = typeOf(schema);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return numbers(schema, fc.integer.bind(fc) as never);
  if (type === 'string') return texts(schema);
  if (type !== 'array') return undefined;
  const item = schema.items && allowedBy(schema.items);
  const { minItems: minLength = 0, maxItems = 3 } = schema;
  return item && fc.uniqueArray(item, { minLength, maxLength: Math.min(maxItems, minLength + 3), selector: String });
}

function numbers({ minimum = 0, maximum = 1_000 }: FieldSchema, integer: typeof fc.integer): fc.Arbitrary<number> {
  const most = Math.min(maximum, 2 ** 31 - 1);
  return fc.oneof(fc.constantFrom(minimum, most), integer({ min: minimum, max: most }));
}

const DURATIONS = fc.constantFrom('PT0S', 'PT4H', 'P1DT30M', 'P2W');

function texts({ format, pattern, minLength = 0, maxLength = LONG }: FieldSchema): fc.Arbitrary<string> {
  if (format && FORMATS[format]) return FORMATS[format];
  if (pattern?.includes('(?=')) return DURATIONS; // fast-check cannot build texts for a look ahead
  const fits = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const isPlain = !fits || fits.test('aä b');
  const usual = isPlain
    ? fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, LONG) })
    : fc.stringMatching(fits).filter((text) => [...text].length <= maxLength);
  const good = usual.filter((text) => (fits?.test(text) ?? true) && !/[{}%<]/.test(text));
  return isPlain && maxLength <= LONGEST ? fc.oneof(good, fc.constant('ä'.repeat(maxLength))) : good;
}

/** Values that a schema forbids, each with the reason. */
export function forbiddenBy(schema: FieldSchema, isRequired: boolean): [reason: string, value: unknown][] {
  const found: [string, unknown][] = [];
  const { format, pattern, minLength = 0, maxLength, minimum, maximum, minItems = 0, maxItems } = schema;
  const type = typeOf(schema);
  if (!type) return found;
  const otherType: Record<string, unknown> = {
    string: 5,
    integer: 1.5,
    number: 'many',
    boolean: 'maybe',
    array: 7,
    object: 'text',
  };
  found.push(['another type', otherType[type]]);
  if (!takesNull(schema)) found.push(['null', null]);
  if (schema.enum) return [...found, ['no choice', 'no-such-choice']];
  if (maxLength !== undefined) found.push(['too long', tooLong(schema, maxLength)]);
  if (minLength > 0 && isRequired) found.push(['empty', '']);
  if (minimum !== undefined) found.push(['too small', minimum - 1]);
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) found.push(['too large', maximum + 1]);
  if (minItems > 0) found.push(['too few', []]);
  if (maxItems !== undefined)
    found.push(['too many', Array.from({ length: maxItems + 1 }, (_, index) => itemNumber(schema.items ?? {}, index))]);
  if (format && BAD[format]) found.push([`no ${format}`, BAD[format]]);
  if (pattern) {
    const unlike = ['?! \u0001', 'a\nb', '!'].find((text) => !new RegExp(pattern, 'u').test(text));
    if (unlike !== undefined) found.push(['another pattern', unlike]);
  }
  return found;
}

const BAD: Record<string, string> = {
  uuid: 'x',
  date: '31.1.2026',
  'date-time': 'yesterday',
  email: 'nobody',
  'idn-email': 'nobody',
  uri: 'nowhere',
};

const takesNull = ({ type, anyOf = [] }: FieldSchema): boolean =>
  [type].flat().includes('null') || anyOf.some((one) => one.type === 'null');

const tooLong = ({ format }: FieldSchema, most: number): string =>
  format?.endsWith('email')
    ? `${'a'.repeat(most)}@people.test`
    : format === 'uri'
      ? `https://shop.test/${'a'.repeat(most)}`
      : 'a'.repeat(most + 1);

const itemNumber = (item: FieldSchema, index: number): unknown =>
  item.enum
    ? item.enum[0]
    : item.format?.endsWith('email') || item.pattern === '@'
      ? `person${index}@people.test`
      : `item${index}`;
