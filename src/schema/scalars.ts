import { GraphQLError, GraphQLScalarType } from 'graphql';
import { DateTimeISOResolver, DateTimeResolver, SafeIntResolver } from 'graphql-scalars';

/** A scalar that is text on the way in and out. The domain validates it, with the path of the field. */
const text = (name: string, description: string): GraphQLScalarType =>
  new GraphQLScalarType({
    name,
    description,
    serialize: String,
    parseValue: (value) => value,
    extensions: { jsonSchema: { type: 'string' } },
  });

export const TEXTS: readonly GraphQLScalarType[] = [
  text('Date', 'A day, such as 2026-01-31.'),
  text('DateOrDateTime', "A day in the team's time zone, such as 2026-01-31, or a time, such as 2026-01-31T09:00:00Z."),
  text('Duration', 'A duration as in ISO 8601, such as PT4H or P2D.'),
  text('URL', 'An absolute address, such as https://shop.example/.'),
];

/** Sums may exceed what a client can count exactly, and are still shown. */
export const MONEY = new GraphQLScalarType({
  ...SafeIntResolver.toConfig(),
  name: 'Money',
  description: "An amount in the currency's smallest unit: 1250 with EUR means 12.50 euros.",
  specifiedByURL: null,
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

/**
 * The library's moment. Its messages do not say what is missing, which is usually the zone. Its text is made here, because
 * `JSON.stringify` takes twice as long for a `Date`.
 */
export const DATE_TIME = new GraphQLScalarType({
  ...DateTimeResolver.toConfig(),
  serialize: DateTimeISOResolver.serialize,
  parseValue: orExplain(DateTimeResolver.parseValue),
  parseLiteral: orExplain(DateTimeResolver.parseLiteral),
});
