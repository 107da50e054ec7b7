import { parseUrl } from './parse-url.ts';

/** Characters that end the part before the host, so that a password must escape them. */
const ENDS = /[/?#]/;

/**
 * The problem of an unreadable mail server URL, naming the character: `#` in a password is the usual cause. Never repeats the
 * input.
 */
export function mailUrlProblem(address: string): string | undefined {
  const [, rest] = /^\s*smtps?:\/\/([\s\S]*)$/i.exec(address) ?? [];
  if (rest === undefined) return 'must begin with smtp:// or smtps://';
  const login = rest.slice(0, Math.max(0, rest.lastIndexOf('@')));
  const [found] = ENDS.exec(login) ?? [];
  if (found)
    return `has a ${found} before the host. In a user or password write ${found} as ${encodeURIComponent(found)}`;
  if (!parseUrl(address)) return 'must have the form smtp://user:password@host:587';
  return undefined;
}

/** Whether a URL has the form of a mail server's. */
export const isMailUrl = (address: string): boolean => /^smtps?:$/.test(parseUrl(address)?.protocol ?? '');
