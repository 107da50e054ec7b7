import type { GraphQLEnumValue } from 'graphql';

/**
 * created_at ← createdAt. An input with another object's id is named after the object: list ← listId,
 * excluded_segments ← excludedSegmentIds. Other wire names differ only in OLDER.
 */
export const wireName = (name: string): string =>
  OLDER.get(name) ??
  (OF_NO_ROW.has(name) ? name : name.replace(/(?<=.)Id(s?)$/, '$1')).replace(
    /[A-Z]/g,
    (letter) => `_${letter.toLowerCase()}`,
  );

/** The wire value of an enumeration: its own, such as `events:write`. */
export const wireValue = ({ value }: GraphQLEnumValue): string => value;

/** Wire names of inputs that have clearer names in GraphQL. */
const OLDER: ReadonlyMap<string, string> = new Map([
  ['abTest', 'test'],
  ['asSubscriberId', 'as'],
  ['resendAudience', 'who'],
  ['resendUnknown', 'repeat_unknown'],
  ['winnerBy', 'by'],
]);

/** Ids of no object of ours: of a message part (RFC 2392), and of an application (RFC 6749). */
const OF_NO_ROW: ReadonlySet<string> = new Set(['contentId', 'clientId']);
