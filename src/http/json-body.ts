import { isUtf8 } from 'node:buffer';

/** The body was refused before it was parsed. */
export class BodyError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** Decodes a JSON body. Bytes that are not UTF-8 would silently become other characters. Throws BodyError. */
export function jsonText(contentType: string | undefined, body: Buffer): string {
  const [, charset = 'utf-8'] = CHARSET.exec(contentType ?? '') ?? [];
  if (!/^utf-?8$/i.test(charset)) throw new BodyError(415, 'The charset of JSON must be utf-8.');
  if (!isUtf8(body)) throw new BodyError(400, 'The body is not valid UTF-8.');
  return body.toString();
}
