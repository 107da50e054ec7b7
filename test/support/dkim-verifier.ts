import { createHash, createPublicKey, createVerify } from 'node:crypto';

export interface Verdict {
  pass: boolean;
  domain: string;
  /** The names in `h=`. */
  signed: string[];
}

/**
 * Verifies the first DKIM signature of a message (RFC 6376, §6), independently of the signing code. `lookUp`: the texts at a DNS
 * name.
 */
export function verifyDkim(raw: string, lookUp: (name: string) => string[]): Verdict | undefined {
  const [, head = '', body = ''] = /^([\s\S]*?\r\n)\r\n([\s\S]*)$/.exec(raw) ?? [];
  const headers = head.match(/[^\r\n]+\r\n(?:[ \t][^\r\n]*\r\n)*/g) ?? [];
  const nameOf = (header: string) => header.slice(0, header.indexOf(':')).toLowerCase().trim();
  const own = headers.find((header) => nameOf(header) === 'dkim-signature');
  if (!own) return undefined;
  const tags = tagsOf(own.slice(own.indexOf(':') + 1));
  const canonical = (header: string) =>
    `${nameOf(header)}:${header
      .slice(header.indexOf(':') + 1)
      .replace(/\r\n/g, '')
      .replace(/[\t ]+/g, ' ')
      .trim()}`;

  const left = headers.filter((header) => header !== own);
  const names = tags
    .h!.toLowerCase()
    .split(':')
    .map((name) => name.trim());
  const picked = names.flatMap((name) => {
    const at = left.findLastIndex((header) => nameOf(header) === name);
    return at < 0 ? [] : left.splice(at, 1).map(canonical);
  });
  const signedText = [...picked, canonical(own.replace(/(\sb=)[^;]*/, '$1'))].join('\r\n');
  const lines = body.split('\r\n').map((line) => line.replace(/[\t ]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  const bodyText = lines.map((line) => `${line}\r\n`).join('');

  const record = lookUp(`${tags.s}._domainkey.${tags.d}`)[0];
  const key = record && createPublicKey({ key: Buffer.from(tagsOf(record).p!, 'base64'), format: 'der', type: 'spki' });
  const fresh = createHash('sha256').update(Buffer.from(bodyText)).digest('base64') === tags.bh;
  const genuine = key && createVerify('RSA-SHA256').update(signedText).verify(key, tags.b!, 'base64');
  return { pass: fresh && genuine === true, domain: tags.d!, signed: names };
}

const tagsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .replace(/\s+/g, '')
      .split(';')
      .filter(Boolean)
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)]),
  );
