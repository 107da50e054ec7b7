/** Offsets in the HTML. */
export interface ReadAttribute {
  /** The start of the name. */
  name: number;
  /** The end of the name; equals `name` at the end of the tag. */
  nameEnd: number;
  /** The start of the value, with any quote; −1 without a value. */
  value: number;
  /** The end of the attribute, or the offset after the tag. */
  end: number;
}

const [SLASH, EQUALS, GREATER, DOUBLE, SINGLE] = [0x2f, 0x3d, 0x3e, 0x22, 0x27];

/**
 * Reads the next attribute in a tag, or the end of the tag, as browsers do (HTML, 13.2.5.32–39). Undefined if the tag never
 * ends.
 */
export function readAttribute(html: string, from: number): ReadAttribute | undefined {
  let at = from;
  while (isSpace(html.charCodeAt(at)) || html.charCodeAt(at) === SLASH) at += 1;
  if (at >= html.length) return undefined;
  const name = at;
  if (html.charCodeAt(at) === GREATER) return { name, nameEnd: name, value: -1, end: at + 1 };
  at += 1; // a name may begin with "="
  while (at < html.length && !endsName(html.charCodeAt(at))) at += 1;
  const nameEnd = at;
  at = afterSpace(html, at);
  if (html.charCodeAt(at) !== EQUALS) return { name, nameEnd, value: -1, end: nameEnd };
  const value = afterSpace(html, at + 1);
  const first = html.charCodeAt(value);
  if (first === GREATER) return { name, nameEnd, value: -1, end: value };
  if (first === DOUBLE || first === SINGLE) {
    const end = html.indexOf(first === DOUBLE ? '"' : "'", value + 1);
    return end < 0 ? undefined : { name, nameEnd, value, end: end + 1 };
  }
  at = value;
  while (at < html.length && html.charCodeAt(at) !== GREATER && !isSpace(html.charCodeAt(at))) at += 1;
  return { name, nameEnd, value, end: at };
}

function afterSpace(html: string, from: number): number {
  let at = from;
  while (isSpace(html.charCodeAt(at))) at += 1;
  return at;
}

/** Tab, line feed, form feed, carriage return and space. */
const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b);

const endsName = (code: number): boolean => code === SLASH || code === EQUALS || code === GREATER || isSpace(code);
