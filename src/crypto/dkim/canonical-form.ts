/** A raw header field of an e-mail, with its folds, without its final line end. */
export interface RawField {
  /** In lower case. */
  name: string;
  text: string;
}

/** How a signature treats white space (RFC 6376, 3.4). */
export type Canonicalisation = 'simple' | 'relaxed';

/** The header fields of a text with one character per byte and CRLF line ends, without lines that have no name. */
export function rawFields(head: string): RawField[] {
  const fields: RawField[] = [];
  let lines: string[] = [];
  const add = () => {
    const text = lines.join('\r\n');
    const colon = text.indexOf(':');
    if (colon > 0) fields.push({ name: text.slice(0, colon).trim().toLowerCase(), text });
  };
  for (const line of head.split('\r\n')) {
    if (!/^[ \t]/.test(line)) {
      add();
      lines = [];
    }
    lines.push(line);
  }
  add();
  return fields;
}

/** A field in its signed form. */
export function canonicalField({ name, text }: RawField, by: Canonicalisation): string {
  if (by === 'simple') return text;
  const value = text.slice(text.indexOf(':') + 1).replaceAll('\r\n', '');
  return `${name}:${narrowed(value).trim()}`;
}

/** A body in its signed form: without the empty lines at its end. */
export function canonicalBody(body: string, by: Canonicalisation): string {
  const given = body.split('\r\n');
  const lines = by === 'simple' ? given : given.map((line) => withoutLastSpace(narrowed(line)));
  while (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) return by === 'simple' ? '\r\n' : '';
  return `${lines.join('\r\n')}\r\n`;
}

const narrowed = (text: string): string => text.replace(/[ \t]+/g, ' ');

const withoutLastSpace = (line: string): string => (line.endsWith(' ') ? line.slice(0, -1) : line);
