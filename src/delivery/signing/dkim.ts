import { createHash, type KeyObject, sign } from 'node:crypto';

export interface SigningKey {
  domain: string;
  selector: string;
  key: KeyObject;
}

/** Headers that are signed where a message has them: all that a reader or a mail program goes by. */
const SIGNED = [
  'from',
  'sender',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'to',
  'cc',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'in-reply-to',
  'references',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
  'auto-submitted',
];

/** Named once more than they stand there: a second one that somebody puts in breaks the signature. */
const ALONE = ['from', 'to', 'subject', 'date'];

const LINE = 72;

/**
 * The DKIM signature of a message: rsa-sha256, relaxed/relaxed (RFC 6376). `raw`: lines that end in CRLF. Gives the header that
 * goes before it. A third of a millisecond, nearly all of it the key's.
 */
export function dkimSignature(raw: Buffer, { domain, selector, key }: SigningKey): string {
  const split = raw.indexOf('\r\n\r\n');
  const end = split < 0 ? raw.length : split;
  const fields = readFields(raw.toString('latin1', 0, end));
  const body = split < 0 ? '' : raw.toString('latin1', split + 4);
  const bodyHash = createHash('sha256').update(relaxBody(body), 'latin1').digest('base64');
  const there = SIGNED.filter((name) => fields.has(name));
  const names = [...there, ...ALONE.filter((name) => fields.has(name))];
  const tags = [
    ...['v=1; a=rsa-sha256; c=relaxed/relaxed;', `d=${domain}; s=${selector};`, `t=${Math.floor(Date.now() / 1_000)};`],
    ...foldNames(names),
    `bh=${bodyHash};`,
  ];
  const header = `DKIM-Signature: ${tags.join('\r\n\t')}\r\n\tb=`;
  // The second time a name comes up there is no such field left: it is signed as the empty string.
  const signed = there.map((name) => `${name}:${relax(fields.get(name)!)}\r\n`).join('');
  const data = `${signed}dkim-signature:${relax(header.slice(header.indexOf(':') + 1))}`;
  const signature = sign('RSA-SHA256', Buffer.from(data, 'latin1'), key).toString('base64');
  const folded = signature.replace(new RegExp(`.{1,${LINE}}`, 'g'), '\r\n\t$&').slice(3);
  return `${header}${folded}\r\n`;
}

/** The fields of a head by lower-case name: the last of those that have one name, which is the one signed first. */
function readFields(head: string): Map<string, string> {
  const lines = head.replace(/\r\n(?=[ \t])/g, '\n').split('\r\n');
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).replaceAll('\n', '\r\n')];
    }),
  );
}

/** A field's value on one line, with single spaces. */
const relax = (value: string): string =>
  value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();

/** Lines without spaces at their ends and with single ones within, and no empty lines at the end. */
function relaxBody(body: string): string {
  const loose = /[ \t](?:[ \t\r]|$)|\t/.test(body);
  const lines = loose ? body.replace(/[ \t]+(?=\r\n|$)/g, '').replace(/[ \t]+/g, ' ') : body;
  const text = lines.replace(/(\r\n)+$/, '');
  return text === '' ? '' : `${text}\r\n`;
}

/** `h=a:b:c;` on as many lines as it takes. */
function foldNames(names: readonly string[]): string[] {
  const lines: string[] = [];
  let line = 'h=';
  for (const [index, name] of names.entries()) {
    const piece = name + (index === names.length - 1 ? ';' : ':');
    if (line.length + piece.length > LINE) {
      lines.push(line);
      line = '';
    }
    line += piece;
  }
  return [...lines, line];
}
