/**
 * Reads texts of an address that anybody may have written. Each name is in the result, as undefined if it is not in the
 * address: the router keeps what a reader does not name, and it would go to the server as it stands.
 */
export function readTexts<const Name extends string>(
  given: Record<string, unknown>,
  names: readonly Name[],
): Record<Name, string | undefined> {
  const text = (name: Name) => (given[name] === undefined || given[name] === '' ? undefined : String(given[name]));
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string | undefined>;
}

/** The one of `choices` that the address says, or undefined. */
export const readChoice = <const Choice extends string>(
  given: unknown,
  choices: readonly Choice[],
): Choice | undefined => choices.find((one) => one === given);
