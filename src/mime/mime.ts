import { decodeBytes } from './charsets.ts';

/** Header fields by lower-case name. Of several with the same name the first counts: the last server added it. */
export type Fields = ReadonlyMap<string, string>;

/** A message, or a part of one. */
export interface Entity {
  fields: Fields;
  /** In lower case: `multipart/report`. */
  type: string;
  /** Decoded, as text; empty for a multipart. */
  body: string;
  /** Decoded, as bytes. */
  bytes: Buffer;
  parts: readonly Entity[];
}

const DEEPEST = 6;
/** Per multipart. */
const MAX_PARTS = 50;
/** Per e-mail in total, because parts have parts. */
const MAX_ALL_PARTS = 200;
const MAX_FIELDS = 1_000;
const LONGEST_FIELD = 4_000;

/**
 * Parses a MIME message (RFC 2045) as far as reports need it, even a broken or truncated one, in time proportional to its length.
 * Enclosed messages stay text. Of more than 200 parts the first count.
 */
export const readMessage = (raw: Buffer): Entity =>
  readEntity(raw.toString('latin1').replace(/\r\n/g, '\n'), 0, { left: MAX_ALL_PARTS });

/** All parts without parts of their own. */
export function* leaves(entity: Entity): Generator<Entity> {
  if (entity.parts.length === 0) yield entity;
  for (const part of entity.parts) yield* leaves(part);
}

/** The header fields at the beginning of a text. */
export function readFields(text: string): Fields {
  const fields = new Map<string, string>();
  let name: string | undefined;
  for (const line of headOf(text).split('\n')) {
    if (/^[ \t]/.test(line)) {
      const begun = name === undefined ? undefined : fields.get(name);
      if (begun !== undefined && begun.length < LONGEST_FIELD) {
        fields.set(name!, `${begun} ${line.trim()}`.slice(0, LONGEST_FIELD));
      }
      continue;
    }
    if (fields.size >= MAX_FIELDS) break;
    const colon = line.slice(0, LONGEST_FIELD).indexOf(':');
    const found = colon > 0 ? line.slice(0, colon).trim().toLowerCase() : '';
    name = found === '' || fields.has(found) ? undefined : found;
    if (name !== undefined) fields.set(name, line.slice(colon + 1, colon + 1 + LONGEST_FIELD).trim());
  }
  return fields;
}

/** `parts`: how many more parts the e-mail may have. */
function readEntity(text: string, depth: number, parts: { left: number }): Entity {
  const head = headOf(text);
  const fields = readFields(head);
  const content = text.slice(head.length).replace(/^\n{1,2}/, '');
  const given = fields.get('content-type') ?? 'text/plain';
  const type = given.split(';')[0]!.trim().toLowerCase();
  const boundary = boundaryOf(given);
  if (type.startsWith('multipart/') && boundary !== undefined && depth < DEEPEST) {
    const found: Entity[] = [];
    for (const part of split(content, boundary)) {
      if (parts.left === 0) break;
      parts.left -= 1;
      found.push(readEntity(part, depth + 1, parts));
    }
    // A multipart without its boundary lines is text.
    if (found.length > 0) return { fields, type, body: '', bytes: Buffer.alloc(0), parts: found };
  }
  const bytes = decodeTransfer(content, fields.get('content-transfer-encoding') ?? '');
  return { fields, type, body: decodeBytes(bytes, charsetOf(given)).replace(/\r\n/g, '\n'), bytes, parts: [] };
}

const charsetOf = (contentType: string): string =>
  /;\s{0,20}charset\s{0,20}=\s{0,20}"?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? '';

/** The text up to the first empty line. */
function headOf(text: string): string {
  if (text.startsWith('\n')) return '';
  const end = text.indexOf('\n\n');
  return end < 0 ? text : text.slice(0, end);
}

function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] =
    /;\s{0,50}boundary\s{0,20}=\s{0,20}(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

/** The parts between boundary lines. A truncated last part counts; the text before the first boundary does not. */
function split(text: string, boundary: string): string[] {
  const parts: string[] = [];
  let lines: string[] | undefined;
  for (const line of text.split('\n')) {
    const mark = line.startsWith(`--${boundary}`) ? line.slice(boundary.length + 2).trimEnd() : undefined;
    if (mark !== '' && mark !== '--') {
      lines?.push(line);
      continue;
    }
    if (lines) parts.push(lines.join('\n'));
    lines = [];
    if (mark === '--' || parts.length >= MAX_PARTS) return parts;
  }
  return lines ? [...parts, lines.join('\n')] : parts;
}

/** The bytes of a body, from its text with one character per byte. */
function decodeTransfer(text: string, encoding: string): Buffer {
  switch (encoding.trim().toLowerCase()) {
    case 'base64':
      return Buffer.from(text, 'base64');
    case 'quoted-printable':
      return Buffer.from(decodeQuotedPrintable(text.replace(/=[ \t]*\n/g, '')), 'latin1');
    default:
      return Buffer.from(text, 'latin1');
  }
}

/** Decodes quoted-printable text (RFC 2045) to one character per byte. */
export const decodeQuotedPrintable = (text: string): string =>
  text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
