import { DATE_FORMATS } from '../domain/imports/csv/dates.ts';
import { FIELDS } from '../domain/imports/csv/field-names.ts';
import { DECIMALS, type Format } from '../domain/imports/csv/formats.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';

const Field = wireEnum('ImportField', 'A field that a column of a file fills.', FIELDS, {
  email: "The person's e-mail address.",
  first_name: 'The first name.',
  last_name: 'The last name.',
  name: 'The full name, which is split into first and last name.',
  timezone: 'An IANA time zone.',
  locale: 'A language code or the name of a language.',
  tags: 'Tags, separated by commas or semicolons.',
  attributes: 'A JSON object with values of several contact fields.',
  status: 'The status of the subscription. An empty cell says nothing.',
  subscription_status: 'The status of the subscription. Rows with an empty cell are skipped.',
  opted_in: 'Whether the person opted in.',
  blocklisted: 'Whether the person is blocked.',
  subscribed_at: 'When the person subscribed.',
  opted_in_at: 'When the person opted in.',
  unsubscribed_at: 'When the person unsubscribed.',
  bounced_at: 'When messages to the person bounced.',
  unsubscribe_reason: 'Why the person unsubscribed.',
  bounce_reason: 'Why messages to the person bounced.',
  suppressions: 'Reasons why the other product sends the person nothing.',
});

const DecimalSeparator = wireEnum(
  'DecimalSeparator',
  'The character before the decimals of a number.',
  DECIMALS,
  { '.': 'A point, as in 1,234.50.', ',': 'A comma, as in 1.234,50.' },
  { '.': 'POINT', ',': 'COMMA' },
);

const SEPARATORS: Readonly<Record<string, string>> = { '-': 'HYPHEN', '/': 'SLASH', '.': 'POINT' };

/** `DD/MM/YYYY` is DD_MM_YYYY_SLASH. */
const nameOf = (format: string): string =>
  `${format.replace(/[^A-Z]/g, '_')}_${SEPARATORS[/[^A-Z]/.exec(format)?.[0] ?? '']}`;

const exampleOf = (format: string): string =>
  `Like ${format.replace('YYYY', '2026').replace('MM', '12').replace('DD', '31')}.`;

const byFormat = (describe: (format: string) => string) =>
  Object.fromEntries(DATE_FORMATS.map((format) => [format, describe(format)]));

const DateFormat = wireEnum(
  'ImportDateFormat',
  'The order of year, month and day in a date, and the character between them.',
  DATE_FORMATS,
  byFormat(exampleOf),
  byFormat(nameOf),
);

/** Of a part of a format. */
const NULL = 'Null: the standard form, or a field of another type.';

const FORMAT = {
  decimal: 'The decimal separator, for a contact field of type number.',
  date: 'The form of dates, for a contact field of type date and for times.',
  yes: 'Further words that mean true, for a contact field of type boolean.',
  no: 'Further words that mean false, for a contact field of type boolean.',
};

export const ImportColumnFormatInput = builder.inputType('ImportColumnFormatInput', {
  description: 'The form of the cells of a column.',
  fields: (t) => ({
    decimal: t.field({ type: DecimalSeparator, description: FORMAT.decimal }),
    date: t.field({ type: DateFormat, description: FORMAT.date }),
    yes: t.stringList({ description: FORMAT.yes }),
    no: t.stringList({ description: FORMAT.no }),
  }),
});

export const ImportColumnFormat = builder.objectRef<Format>('ImportColumnFormat').implement({
  description: 'The form of the cells of a column.',
  fields: (t) => ({
    decimal: t.expose('decimal', { type: DecimalSeparator, nullable: true, description: `${FORMAT.decimal} ${NULL}` }),
    date: t.expose('date', { type: DateFormat, nullable: true, description: `${FORMAT.date} ${NULL}` }),
    yes: t.stringList({ description: FORMAT.yes, resolve: ({ yes }) => yes ?? [] }),
    no: t.stringList({ description: FORMAT.no, resolve: ({ no }) => no ?? [] }),
  }),
});

const TARGET = {
  field: 'The cells fill this field.',
  attribute: 'The cells fill the contact field with this key.',
  ignored: 'True: the import ignores the column.',
};

export const ImportTargetInput = builder.inputType('ImportTargetInput', {
  isOneOf: true,
  description: 'The destination of a column. Set exactly one field.',
  fields: (t) => ({
    field: t.field({ type: Field, description: TARGET.field }),
    attribute: t.string({ description: TARGET.attribute }),
    ignored: t.boolean({ description: TARGET.ignored }),
  }),
});

/** The destination of a column. Exactly one is set. */
export interface Target {
  field?: (typeof FIELDS)[number];
  attribute?: string;
  ignored?: boolean;
}

export const ImportTarget = builder.objectRef<Target>('ImportTarget').implement({
  description: 'The destination of a column. Exactly one field is not null.',
  fields: (t) => ({
    field: t.field({ type: Field, nullable: true, description: TARGET.field, resolve: ({ field }) => field }),
    attribute: t.string({ nullable: true, description: TARGET.attribute, resolve: ({ attribute }) => attribute }),
    ignored: t.boolean({ nullable: true, description: TARGET.ignored, resolve: ({ ignored }) => ignored }),
  }),
});
