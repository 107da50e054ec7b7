import { type JsonSchema, SCALAR } from './json-schema.ts';

const LINE =
  '^[^\\u0000-\\u001f\\u007f\\u2028\\u2029]*[^\\s\\u0000-\\u001f\\u007f\\u2028\\u2029][^\\u0000-\\u001f\\u007f\\u2028\\u2029]*$';

const DURATION =
  '^P(?=\\d|T\\d)(?:(\\d{1,6})W|(?:(\\d{1,6})D)?(?:T(?=\\d)(?:(\\d{1,6})H)?(?:(\\d{1,6})M)?(?:(\\d{1,9})S)?)?)$';

const text = (description: string, example: string, more: JsonSchema): JsonSchema => ({
  type: 'string',
  ...more,
  description,
  examples: [example],
});

/** Values with a meaning that many objects have, as components by name. A value belongs to one if its schema is the same otherwise. */
export const SCALAR_SHAPES: Readonly<Record<string, JsonSchema>> = {
  Id: text('A UUID. It never changes.', '01a1fe1c-74fd-718b-9e41-478b8cb0f072', { format: 'uuid' }),
  Timestamp: text(
    'A time (RFC 3339). Responses have UTC and milliseconds; requests may have any offset.',
    '2026-01-31T12:00:00.000Z',
    { format: 'date-time' },
  ),
  Day: text('A day, without a time.', '2026-01-31', { format: 'date' }),
  DayOrTimestamp: text("A day in the team's time zone, or a time (RFC 3339).", '2026-01-31', {
    [SCALAR]: 'DayOrTimestamp',
  }),
  TimeOfDay: text('A time of day, from 00:00 to 23:59.', '09:00', { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
  Duration: text('A duration (ISO 8601) in weeks, or in days, hours, minutes and seconds.', 'P1D', {
    pattern: DURATION,
  }),
  EmailAddress: text('An e-mail address. It may have letters other than a to z.', 'ada@example.com', {
    format: 'idn-email',
    minLength: 3,
    maxLength: 254,
  }),
  SenderAddress: text('An e-mail address for senders and replies, in ASCII.', 'hello@shop.example', {
    format: 'email',
    minLength: 3,
    maxLength: 254,
  }),
  DomainName: text('A domain. It may have letters other than a to z.', 'shop.example', {
    format: 'idn-hostname',
    maxLength: 253,
  }),
  Url: text('An address. It may have letters other than a to z.', 'https://shop.example/spring', { format: 'iri' }),
  HttpUrl: text('An address that begins with http:// or https://.', 'https://shop.example/spring', {
    format: 'uri',
    maxLength: 2000,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
  }),
  Money: {
    type: 'integer',
    minimum: 0,
    [SCALAR]: 'Money',
    description: "An amount in the currency's smallest unit, such as cents.",
    examples: [1250],
  },
  CurrencyCode: text('A currency (ISO 4217), in three capital letters.', 'EUR', { pattern: '^[A-Z]{3}$' }),
  CurrencyCodeInAnyCase: text('A currency (ISO 4217), in three letters of any case.', 'EUR', {
    pattern: '^[A-Za-z]{3}$',
  }),
  Language: text('A language (BCP 47).', 'en', { pattern: '^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$' }),
  LanguageTag: text('A language (BCP 47). An underscore counts as a hyphen.', 'en', {
    maxLength: 35,
    pattern: '^[A-Za-z0-9_-]+$',
  }),
  TimeZone: text('An IANA time zone.', 'Europe/Berlin', {
    maxLength: 64,
    pattern: '^[A-Za-z0-9_][A-Za-z0-9_+\\-/]{0,63}$',
  }),
  Name: text('A name of up to 255 characters, not blank.', 'Spring sale', {
    minLength: 1,
    maxLength: 255,
    pattern: '\\S',
  }),
  SingleLine: text('A text of one line, not blank.', 'The Shoe Shop', { minLength: 1, maxLength: 255, pattern: LINE }),
  SubjectLine: text('A subject of one line, not blank, with Liquid.', 'Spring is here', {
    minLength: 1,
    maxLength: 998,
    pattern: LINE,
  }),
  TagName: text('The name of a tag.', 'vip', { minLength: 1, maxLength: 100, pattern: '\\S' }),
  TrackedEventName: text('The name of an event.', 'order', {
    minLength: 1,
    maxLength: 100,
    pattern: '^[A-Za-z0-9 _.:-]+$',
  }),
  StepId: text('The id of a step.', 'welcome', { pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  Mailbox: text('`address` or `Name <address>`.', 'Ada <ada@example.com>', { maxLength: 2000, pattern: '@' }),
};

/** Components that allow one of several others. */
export const EITHER: Readonly<Record<string, readonly string[]>> = { DayOrTimestamp: ['Day', 'Timestamp'] };
