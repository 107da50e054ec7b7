import type { FastifyRequest } from 'fastify';
import { newSignInSecret } from '../domain/platform/sign-in-secrets.ts';
import { readCookie, writeCookie } from '../http/cookies.ts';
import type { Installation } from '../installation.ts';

/** How long a browser is known, in seconds: browsers keep no cookie longer than 400 days. */
const KNOWN_SECONDS = 365 * 24 * 60 * 60;
/** Addresses that one browser is known for; beyond it the first is forgotten. */
const MOST_USERS = 5;
const PURPOSE = 'known browser';

interface Known {
  /** A random id: links to sign in are counted by it. */
  device: string;
  /** Who was signed in here, the last one at the end. */
  emails: string[];
}

type Settings = Pick<Installation, 'config' | 'vault'>;

/** The cookie is encrypted and authenticated: nobody can claim to be known. It opens nothing. */
function knownOf({ config, vault }: Settings, { headers }: FastifyRequest): Known | undefined {
  const cookie = readCookie(config, headers, 'known');
  if (!cookie) return undefined;
  try {
    const [device, ...emails] = JSON.parse(vault.decrypt(Buffer.from(cookie, 'base64url'), PURPOSE).toString());
    return { device, emails };
  } catch {
    return undefined; // of another installation, or made up
  }
}

/** The id of the browser's device, if somebody was signed in here with this address (in its normal form) before. */
export function knownDevice(settings: Settings, request: FastifyRequest, email: string): string | undefined {
  const known = knownOf(settings, request);
  return known?.emails.includes(email) ? known.device : undefined;
}

/** The Set-Cookie header by which a browser shows later that this address was signed in here. */
export function rememberUser(settings: Settings, request: FastifyRequest, email: string): string {
  const { device, emails } = knownOf(settings, request) ?? { device: newSignInSecret(), emails: [] };
  const kept = [...emails.filter((other) => other !== email), email].slice(-MOST_USERS);
  const value = Buffer.from(settings.vault.encrypt(Buffer.from(JSON.stringify([device, ...kept])), PURPOSE));
  return writeCookie(settings.config, 'known', value.toString('base64url'), KNOWN_SECONDS);
}
