import type { FastifyRequest } from 'fastify';
import { newSignInSecret } from '../domain/platform/sign-in-secrets.ts';
import { readCookie, writeCookie } from '../http/cookies.ts';
import type { Installation } from '../installation.ts';

/** For how long a browser stays known, in seconds: browsers keep no cookie longer than 400 days. */
const KNOWN_SECONDS = 365 * 24 * 60 * 60;
/** How many addresses one browser is known for. Above it, the oldest is dropped. */
const MOST_USERS = 5;
const PURPOSE = 'known browser';

interface Known {
  /** A random id: sign-in links are counted by it. */
  device: string;
  /** The addresses that signed in here, the latest last. */
  emails: string[];
}

type Settings = Pick<Installation, 'config' | 'vault'>;

/** The cookie is encrypted and authenticated, so it cannot be forged. It gives no access. */
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

/** The id of the browser's device, if this address (in its normal form) was signed in here before. */
export function knownDevice(settings: Settings, request: FastifyRequest, email: string): string | undefined {
  const known = knownOf(settings, request);
  return known?.emails.includes(email) ? known.device : undefined;
}

/** The Set-Cookie header that lets the browser prove later that this address was signed in here. */
export function rememberUser(settings: Settings, request: FastifyRequest, email: string): string {
  const { device, emails } = knownOf(settings, request) ?? { device: newSignInSecret(), emails: [] };
  const kept = [...emails.filter((other) => other !== email), email].slice(-MOST_USERS);
  const value = Buffer.from(settings.vault.encrypt(Buffer.from(JSON.stringify([device, ...kept])), PURPOSE));
  return writeCookie(settings.config, 'known', value.toString('base64url'), KNOWN_SECONDS);
}
