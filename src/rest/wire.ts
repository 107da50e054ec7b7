/**
 * created_at ← createdAt. An input with another object's id is named after the object: list ← listId,
 * excluded_segments ← excludedSegmentIds. GraphQL and wire names do not differ otherwise.
 */
export const wireName = (name: string): string =>
  (OF_NO_ROW.has(name) ? name : name.replace(/(?<=.)Id(s?)$/, '$1')).replace(
    /[A-Z]/g,
    (letter) => `_${letter.toLowerCase()}`,
  );

/** Ids of no object of ours: of a message part (RFC 2392), and of an application (RFC 6749). */
const OF_NO_ROW: ReadonlySet<string> = new Set(['contentId', 'clientId']);
