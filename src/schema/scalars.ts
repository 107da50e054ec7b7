import { GraphQLError, GraphQLScalarType, GraphQLString, Kind } from 'graphql';
import { DateTimeResolver, JSONObjectResolver, JSONResolver, SafeIntResolver } from 'graphql-scalars';

const RFC_3339 = 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6';
const ISO_4217 = 'https://www.iso.org/iso-4217-currency-codes.html';

/** A scalar that is text on the way in and out. The domain validates it, with the path of the field. */
const text = (name: string, description: string, specifiedByURL: string): GraphQLScalarType =>
  new GraphQLScalarType({
    name,
    description,
    specifiedByURL,
    serialize: String,
    parseValue: (value) => value,
    extensions: { jsonSchema: { type: 'string' } },
  });

/** As `text`, for fields that were a String: numbers and bare words are refused in a String's own words. */
const strictText = (name: string, description: string, specifiedByURL: string): GraphQLScalarType =>
  new GraphQLScalarType({
    ...text(name, description, specifiedByURL).toConfig(),
    parseValue: (value) => GraphQLString.parseValue(value),
    parseLiteral: (node) => {
      if (node.kind === Kind.STRING) return node.value;
      return GraphQLString.parseLiteral(node);
    },
  });

export const TEXTS: readonly GraphQLScalarType[] = [
  text('Date', 'A day, such as 2026-01-31.', RFC_3339),
  text(
    'DateOrDateTime',
    "A day in the team's time zone, such as 2026-01-31, or a time, such as 2026-01-31T09:00:00Z.",
    RFC_3339,
  ),
  text(
    'Duration',
    'A duration as in ISO 8601, such as PT4H or P2D.',
    'https://www.rfc-editor.org/rfc/rfc3339#appendix-A',
  ),
  text('URL', 'An absolute address, such as https://shop.example/.', 'https://url.spec.whatwg.org/'),
  // Addresses may have letters that the library's pattern does not allow.
  strictText(
    'EmailAddress',
    'An e-mail address without a name, such as ada@example.com. Capitals and small letters are the same.',
    'https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address',
  ),
  strictText('CurrencyCode', 'A currency by its three letters of ISO 4217, such as EUR.', ISO_4217),
  strictText('Locale', 'A language as a BCP 47 tag, such as de or en-GB.', 'https://www.rfc-editor.org/info/bcp47'),
  strictText('TimeZone', 'A time zone by its IANA name, such as Europe/Berlin.', 'https://www.iana.org/time-zones'),
  strictText('TimeOfDay', 'A time of the day in hours and minutes, from 00:00 to 23:59, such as 09:00.', RFC_3339),
  strictText(
    'LocalDateTime',
    'A day and time without an offset, such as 2026-12-01T09:00:00. The time zone is named beside it.',
    RFC_3339,
  ),
  strictText(
    'DateTimeOrLocalDateTime',
    'A time with an offset, such as 2026-12-01T09:00:00+01:00, or a local time without one, such as 2026-12-01T09:00.',
    RFC_3339,
  ),
];

const RFC_8259 = 'https://www.rfc-editor.org/rfc/rfc8259';

export const SAFE_INT = new GraphQLScalarType({
  ...SafeIntResolver.toConfig(),
  description: 'A whole number beyond the range of `Int`. Every number up to 9007199254740991 is exact in JavaScript.',
});

export const JSON_VALUE = new GraphQLScalarType({
  ...JSONResolver.toConfig(),
  description: 'Any JSON value: an object, list, string, number, boolean or null.',
  specifiedByURL: RFC_8259,
});

export const JSON_OBJECT = new GraphQLScalarType({
  ...JSONObjectResolver.toConfig(),
  description: 'A JSON object, such as {"plan": "pro"}. In a document, write it as a literal or pass a variable.',
  specifiedByURL: RFC_8259,
});

/** Sums may exceed what a client can count exactly, and are still shown. */
export const MONEY = new GraphQLScalarType({
  ...SafeIntResolver.toConfig(),
  name: 'Money',
  description: "An amount in the currency's smallest unit: 1250 with EUR means 12.50 euros.",
  specifiedByURL: ISO_4217,
  serialize: Number,
});

const orExplain = <Given extends unknown[], Time>(read: (...given: Given) => Time) => {
  return (...given: Given): Time => {
    try {
      return read(...given);
    } catch {
      throw new GraphQLError('DateTime must be as in RFC 3339, with its zone: 2026-01-31T12:00:00Z.');
    }
  };
};

/** The library's moment. Its messages do not say what is missing, which is usually the zone. */
export const DATE_TIME = new GraphQLScalarType({
  ...DateTimeResolver.toConfig(),
  description: 'A moment with its zone, such as 2026-01-31T09:00:00Z. Responses are in UTC.',
  specifiedByURL: RFC_3339,
  parseValue: orExplain(DateTimeResolver.parseValue),
  parseLiteral: orExplain(DateTimeResolver.parseLiteral),
});
