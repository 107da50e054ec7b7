import { isUtf8 } from 'node:buffer';

/** A refusal of the body itself, before anything looks into it. */
export class BodyError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** JSON as text. What is no UTF-8 would be kept with other characters than were sent. Throws BodyError. */
export function jsonText(contentType: string | undefined, body: Buffer): string {
  const [, charset = 'utf-8'] = CHARSET.exec(contentType ?? '') ?? [];
  if (!/^utf-?8$/i.test(charset)) throw new BodyError(415, 'The charset of JSON must be utf-8.');
  if (!isUtf8(body)) throw new BodyError(400, 'The body is not valid UTF-8.');
  return body.toString();
}
