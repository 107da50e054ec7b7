import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, writeCookie } from '../http/cookies.ts';
import type { Installation } from '../installation.ts';
import { localPath } from './local-path.ts';

type Settings = Installation['config'];

/** How long signing in may take until the place is forgotten, in seconds. */
const PLACE_SECONDS = 60 * 60;

/** Remembers where a browser wants to go once it is signed in: a path of this server; anything else is left out. */
export function markPlace(config: Settings, reply: FastifyReply, wanted: unknown): void {
  const path = localPath(wanted);
  if (path === undefined) return;
  const value = Buffer.from(path).toString('base64url');
  reply.header('Set-Cookie', writeCookie(config, 'place', value, PLACE_SECONDS));
}

/** Where a browser wanted to go: the dashboard, unless it said. Looked at again: anybody can plant a cookie. */
export function placeOf(config: Settings, { headers }: FastifyRequest): string {
  const cookie = readCookie(config, headers, 'place') ?? '';
  return localPath(Buffer.from(cookie, 'base64url').toString()) ?? '/';
}
