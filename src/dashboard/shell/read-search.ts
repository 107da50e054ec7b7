/**
 * Reads texts of an address that anybody may have written. The result has each name, as undefined if the address lacks it: the
 * router keeps unnamed keys, and they would reach the server unread.
 */
export function readTexts<const Name extends string>(
  given: Record<string, unknown>,
  names: readonly Name[],
): Record<Name, string | undefined> {
  const text = (name: Name) => (given[name] === undefined || given[name] === '' ? undefined : String(given[name]));
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string | undefined>;
}

/** The choice in the address, or undefined. */
export const readChoice = <const Choice extends string>(
  given: unknown,
  choices: readonly Choice[],
): Choice | undefined => choices.find((one) => one === given);
