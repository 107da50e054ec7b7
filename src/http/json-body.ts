import { isUtf8 } from 'node:buffer';
import { jsonFault } from './json-fault.ts';

/** The body was refused before it was parsed. */
export class BodyError extends Error {
  readonly statusCode: number;
  /** Where the mistake is, or what to do instead. */
  readonly hint: string | undefined;
  constructor(statusCode: number, message: string, hint?: string) {
    super(message);
    this.statusCode = statusCode;
    this.hint = hint;
  }
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** Far more than real values need, and far less than the stack of a recursive walk can take. */
const DEEPEST = 500;

const COMPRESSED = 'The body must not be compressed.';

/** Throws BodyError for a compressed body according to its header (RFC 9110, Content-Encoding). */
export function refuseCompressed(encoding: string | undefined): void {
  if (encoding !== undefined && !/^(identity)?$/i.test(encoding.trim())) throw new BodyError(415, COMPRESSED);
}

/** Whether bytes start like gzip or Zstandard, which JSON never does. */
const isCompressed = (body: Buffer): boolean =>
  (body[0] === 0x1f && body[1] === 0x8b) || (body.length > 3 && body.readUInt32LE(0) === 0xfd2fb528);

/**
 * Decodes a JSON body, without a byte order mark. Bytes that are not UTF-8 would silently become other characters. Throws
 * BodyError.
 */
export function jsonText(contentType: string | undefined, body: Buffer): string {
  const [, charset = 'utf-8'] = CHARSET.exec(contentType ?? '') ?? [];
  if (!/^utf-?8$/i.test(charset)) throw new BodyError(415, 'The charset of JSON must be utf-8.');
  if (isCompressed(body)) throw new BodyError(415, COMPRESSED);
  if (!isUtf8(body)) throw new BodyError(400, 'The body is not valid UTF-8.');
  return body.toString().replace(/^\ufeff/, '');
}

/** Parses a JSON body. Throws BodyError, including for a body that is nested too deeply. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BodyError(400, 'The body is not valid JSON.', jsonFault(text));
  }
  if (isDeep(value)) throw new BodyError(400, `The body must not be nested deeper than ${DEEPEST} levels.`);
  return value;
}

/** Walks level by level, because recursion would overflow on the very values it looks for. */
function isDeep(value: unknown): boolean {
  let level = [value].filter(isObject);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === DEEPEST) return true;
    const next: object[] = [];
    for (const parent of level) {
      for (const child of Object.values(parent)) if (isObject(child)) next.push(child);
    }
    level = next;
  }
  return false;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
