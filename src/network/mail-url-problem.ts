/** Characters that end the part before the host, so that a password must not hold them as they are. */
const ENDS = /[/?#]/;

/**
 * What is wrong with an address of a mail server that cannot be read, in words that name the character: `#` in a password is the
 * usual reason. Never repeats what was given.
 */
export function mailUrlProblem(address: string): string | undefined {
  const [, rest] = /^\s*smtps?:\/\/([\s\S]*)$/i.exec(address) ?? [];
  if (rest === undefined) return 'must begin with smtp:// or smtps://';
  const login = rest.slice(0, Math.max(0, rest.lastIndexOf('@')));
  const [found] = ENDS.exec(login) ?? [];
  if (found)
    return `has a ${found} before the host. In a user or password write ${found} as ${encodeURIComponent(found)}`;
  if (!URL.canParse(address)) return 'must have the form smtp://user:password@host:587';
  return undefined;
}

/** Whether an address has the form of a mail server's. */
export const isMailUrl = (address: string): boolean =>
  URL.canParse(address) && /^smtps?:$/.test(new URL(address).protocol);
