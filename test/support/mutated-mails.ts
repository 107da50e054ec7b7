const MEBIBYTE = 1024 * 1024;

const CHARSETS = ['utf-16', 'koi8-r', 'iso-2022-jp', 'x-user-defined', 'nonsense', '', 'gb18030', 'shift_jis', '"'];
const ENCODINGS = ['base64', 'quoted-printable', '8bit', 'x-uuencode', ''];

/** Lines that may be slow for patterns. */
const JUNK = [
  'mailbox user account recipient address unknown exceed quota '.repeat(20),
  'a@'.repeat(500),
  `${'x'.repeat(900)}@`,
  '<<<<>>>>'.repeat(100),
  '550-5.1.1 '.repeat(100),
  '550 '.repeat(300),
  ' '.repeat(1_000),
  'host domain name '.repeat(60),
  'the message mail content size '.repeat(40),
  '>>> DATA',
  '<<< 550 no',
  'Final-Recipient: rfc822; a@b.test',
  'Action: failed',
  'Diagnostic-Code: smtp; 550 5.1.1 user unknown',
  `<${'p'.repeat(60)}@${'d.'.repeat(60)}test>: 550 unknown`,
  '--b',
  '\u0000\u001b$B',
  '=?utf-8?q?=?='.repeat(60),
];

/** One of the samples after random damage, or an e-mail that is hard to read. The same seed gives the same. */
export function mutated(samples: readonly Buffer[], seed: number): Buffer {
  let state = seed * 7_919;
  const below = (limit: number): number => {
    state = (state * 48_271 + 11) % 2_147_483_647;
    return state % limit;
  };
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)]!;
  const sample = pick(samples);
  const text = sample.toString('latin1');
  const bytes = (changed: string) => Buffer.from(changed, 'latin1');
  switch (seed % 10) {
    case 0:
      return sample.subarray(0, below(sample.length));
    case 1:
      return sample.subarray(below(sample.length));
    case 2:
      return bytes(text.replace(/charset=[^\s;]*/gi, `charset=${pick(CHARSETS)}`));
    case 3:
      return bytes(text.replace(/\n\n/, `\nContent-Transfer-Encoding: ${pick(ENCODINGS)}\n\n`));
    case 4:
      return Buffer.from(sample.map((byte) => (below(50) === 0 ? below(256) : byte)));
    case 5:
      return bytes(text.replace(/\n/g, () => (below(8) === 0 ? '' : below(8) === 0 ? '\n\n' : '\n')));
    case 6:
      return bytes(nested(text, 100));
    case 7:
      return bytes(`${text.slice(0, text.indexOf('\n\n'))}\n\n${junk(pick, seed % 100 === 7 ? MEBIBYTE : 30_000)}`);
    case 8:
      return bytes(text.replace(/^(?=\S)/gm, () => (below(6) === 0 ? `${pick(JUNK)}\n` : '')));
    default:
      return Buffer.concat([sample, pick(samples), pick(samples)]);
  }
}

/** An e-mail with nested multiparts. */
function nested(text: string, depth: number): string {
  const heads = Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
  );
  return `From: MAILER-DAEMON@mx.test\nSubject: failure notice\n${heads.join('')}${text}`;
}

function junk(pick: (lines: readonly string[]) => string, length: number): string {
  const lines: string[] = [];
  for (let size = 0; size < length; size += lines.at(-1)!.length + 1) lines.push(pick(JUNK));
  return lines.join('\n');
}
