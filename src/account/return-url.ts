import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, writeCookie } from '../http/cookies.ts';
import type { Installation } from '../installation.ts';
import { parseUrl } from '../network/parse-url.ts';

const LONGEST = 1_000;
/** Stands for this server, regardless of its host name. */
const HERE = 'http://here.invalid';

/**
 * A return URL: a path of this server with its query, as browsers write it. Undefined for anything that could lead to another
 * site (`//evil.example`, `/\\evil.example`, `https://evil.example`), and for the sign-in pages.
 */
export function localPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > LONGEST || !text.startsWith('/')) return undefined;
  // Browsers read a backslash as a slash and drop tabs and line breaks.
  const url = /[\\\p{Cc}]/u.test(text) ? undefined : parseUrl(text, HERE);
  if (!url) return undefined;
  const { origin, pathname, search, hash } = url;
  if (origin !== HERE || pathname.startsWith('//') || /^\/sign-in(\/|$)/.test(pathname)) return undefined;
  return pathname + search + hash;
}

type Settings = Installation['config'];

/** For how long the return URL is kept during sign-in, in seconds. */
const RETURN_URL_SECONDS = 60 * 60;

/** Stores a return URL for after the sign-in: a path of this server. Ignores anything else. */
export function keepReturnUrl(config: Settings, reply: FastifyReply, wanted: unknown): void {
  const path = localPath(wanted);
  if (path === undefined) return;
  const value = Buffer.from(path).toString('base64url');
  reply.header('Set-Cookie', writeCookie(config, 'place', value, RETURN_URL_SECONDS));
}

/** The return URL, the dashboard by default. It is validated again, because anyone can plant a cookie. */
export function returnUrlOf(config: Settings, { headers }: FastifyRequest): string {
  const cookie = readCookie(config, headers, 'place') ?? '';
  return localPath(Buffer.from(cookie, 'base64url').toString()) ?? '/';
}
