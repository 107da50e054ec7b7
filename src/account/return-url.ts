import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, writeCookie } from '../http/cookies.ts';
import type { Installation } from '../installation.ts';
import { localPath } from './local-path.ts';

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
