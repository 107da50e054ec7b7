import { createHash } from 'node:crypto';

/** The entity tag of a text. */
export const tagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;

/** Whether `If-None-Match` names the tag, by weak comparison (RFC 9110, 13.1.2). */
export const isKnown = (tag: string, known = ''): boolean =>
  known.split(',').some((one) => ['*', tag, `W/${tag}`].includes(one.trim()));
