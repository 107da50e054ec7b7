import { Parser } from 'htmlparser2';

const OTHER_REFERENCES = /&(?!amp;)/;

/**
 * The value of an attribute by the HTML rules, from its text without quotes. References are decoded once, as browsers do:
 * `&#x3D;` is "=", `&copy;` is "©", and `&copy=1` stays, since "=" follows. `escaped` is the inverse.
 */
export function decodeAttribute(raw: string): string {
  if (!raw.includes('&')) return raw;
  if (!OTHER_REFERENCES.test(raw)) return raw.replaceAll('&amp;', '&');
  let value = '';
  const parser = new Parser({
    onattribute: (_, decoded) => {
      value = decoded;
    },
  });
  parser.end(`<a b="${raw.replaceAll('"', '&quot;')}">`);
  return value;
}
