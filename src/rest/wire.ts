/**
 * created_at ← createdAt. An input that names another row by its id is called after the row: list ← listId,
 * excluded_segments ← excludedSegmentIds. The names of GraphQL and of the wire differ in nothing else.
 */
export const wireName = (name: string): string =>
  (OF_NO_ROW.has(name) ? name : name.replace(/(?<=.)Id(s?)$/, '$1')).replace(
    /[A-Z]/g,
    (letter) => `_${letter.toLowerCase()}`,
  );

/** Ids that name no row of ours: that of a part of a message (RFC 2392), and that of an application (RFC 6749). */
const OF_NO_ROW: ReadonlySet<string> = new Set(['contentId', 'clientId']);
