import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { verifyDkim } from '../../support/dkim-verifier.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';

let dns: DnsServer;
let api: TestApp;
let inbox: Inbox;
const logged: string[] = [];
beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _, done) {
      logged.push(String(chunk));
      done();
    },
  });
  dns = await startDnsServer();
  api = await openTestApp({ dnsServers: [dns.address] }, { log: pino({ level: 'trace' }, sink) });
  inbox = await openInbox(api.installation);
  await api.rest('POST', '/templates', { name: 'T', editor: 'html', subject: 'S', content: '<p>Hello</p>' });
});
afterAll(async () => {
  await inbox.stop();
  await api.close();
  await dns.close();
});

const rsa = (modulusLength: number): KeyObject => generateKeyPairSync('rsa', { modulusLength }).privateKey;
const pkcs8 = (key: KeyObject): string => String(key.export({ format: 'pem', type: 'pkcs8' }));
const pkcs1 = (key: KeyObject): string => String(key.export({ format: 'pem', type: 'pkcs1' }));
const publicHalf = (key: KeyObject): string =>
  createPublicKey(pkcs8(key)).export({ format: 'der', type: 'spki' }).toString('base64');

const OWN = rsa(2048);
let number = 0;
const name = () => `own${++number}.example`;
const create = (input: object) => api.rest('POST', '/sending-domains', { domain: name(), ...input });

/** Publishes the requested records, and returns the verdict on a mail from the domain. */
async function signed(domain: string, id: string) {
  const { records } = (await api.rest('GET', `/sending-domains/${id}`)).body.data;
  for (const { name, value } of records) dns.texts.set(name, [value]);
  await api.rest('POST', `/sending-domains/${id}/check`);
  const to = `p${++number}@x.test`;
  await api.rest('POST', '/transactional-mails', { template: 'T', from: `a@${domain}`, to: [to] });
  const [message] = await inbox.mailTo(to);
  const verdict = verifyDkim(message!.raw, (name) => dns.texts.get(name) ?? []);
  return { pass: verdict?.pass, selector: /\bs=([^;]+);/.exec(message!.raw)?.[1] };
}

describe('your own key signs', () => {
  test.each([
    ['PKCS #8', pkcs8(OWN)],
    ['PKCS #1', pkcs1(OWN)],
    ['with CRLF', pkcs8(OWN).replaceAll('\n', '\r\n')],
    ['on one line, with \\n', pkcs8(OWN).replaceAll('\n', '\\n')],
    ['on one line, with \\r\\n and quotes', `"${pkcs8(OWN).replaceAll('\n', '\\r\\n')}"`],
    ['on one line, with spaces', pkcs1(OWN).replaceAll('\n', ' ')],
    ['with spaces around and indented', `  \n${pkcs8(OWN).replaceAll('\n', '\n    ')}\t`],
    [
      'after the attributes that OpenSSL writes',
      `Bag Attributes\n    friendlyName: mail\nKey Attributes: <No Attributes>\n${pkcs8(OWN)}`,
    ],
    [
      'beside its public half',
      `${String(createPublicKey(pkcs8(OWN)).export({ format: 'pem', type: 'spki' }))}${pkcs8(OWN)}`,
    ],
    ['of 1024 bits', pkcs8(rsa(1024))],
    ['of 4096 bits', pkcs8(rsa(4096))],
  ])('%s', async (_, privateKey) => {
    const domain = name();
    const { status, body } = await create({ domain, selector: 'Mail2026', private_key: privateKey });
    expect([status, body.data?.records[0].name], JSON.stringify(body)).toEqual([201, `mail2026._domainkey.${domain}`]);
    expect(await signed(domain, body.data.id)).toEqual({ pass: true, selector: 'mail2026' });
  });

  test('with the record its owner published before, even by a rotation', async () => {
    const first = await create({ private_key: pkcs8(OWN) });
    expect(first.body.data.records[0].value).toBe(`v=DKIM1; k=rsa; p=${publicHalf(OWN)}`);
    const { id, domain } = first.body.data;
    expect(await signed(domain, id)).toMatchObject({ pass: true });
    const next = rsa(2048);
    dns.texts.set(`s1.k2._domainkey.${domain}`, [`k=rsa; p=${publicHalf(next)}`]);
    const input = { selector: 's1.k2', private_key: pkcs1(next) };
    const { status, body } = await api.rest('POST', `/sending-domains/${id}/rotate-dkim`, input);
    expect([status, body.data?.dkim_keys[1]]).toMatchObject([200, { status: 'next', selector: 's1.k2', bits: 2048 }]);
    const checked = await api.rest('POST', `/sending-domains/${id}/check`);
    expect(checked.body.data.dkim_keys[0]).toMatchObject({ selector: 's1.k2', status: 'current', state: 'ok' });
  });

  test('and a short one gets a warning', async () => {
    const { body } = await create({ private_key: pkcs8(rsa(1024)) });
    expect(body.data.dkim_keys[0].bits).toBe(1024);
    expect(body.data.records[0].advice).toEqual(['The key has 1024 bits. Gmail and Yahoo ask for 2048.']);
  });

  test('and appears in no answer, log line or column in plain text', async () => {
    const key = rsa(2048);
    const { d = '' } = key.export({ format: 'jwk' });
    const pem = pkcs8(key);
    const secrets = [pem.split('\n')[5] ?? expect.fail(), Buffer.from(d, 'base64url').subarray(0, 24).toString('hex')];
    const { body } = await create({ private_key: pem });
    const { id } = body.data;
    const damaged = await create({ private_key: pem.replace('A', 'B').slice(0, -40) });
    const rotation = await api.rest('POST', `/sending-domains/${id}/rotate-dkim`, { private_key: pem });
    const answers = JSON.stringify([body, damaged, rotation, (await api.rest('GET', '/sending-domains')).body]);
    const audit = JSON.stringify((await api.rest('GET', '/audit-log')).body);
    const row = await api.db.sendingDomain.findFirstOrThrow({ where: { id } });
    const stored = Buffer.from(row.privateKey).toString('hex') + Buffer.from(row.privateKey).toString('latin1');
    for (const secret of secrets) {
      for (const text of [answers, audit, logged.join(''), JSON.stringify(row), stored])
        expect(text).not.toContain(secret);
    }
  });
});

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const encrypted = (type: 'pkcs1' | 'pkcs8') =>
  String(OWN.export({ format: 'pem', type, cipher: 'aes-256-cbc', passphrase: 'secret' } as never));
const NOT_PEM = 'must be a private key in PEM format: a text that begins with -----BEGIN PRIVATE KEY-----';
const PUBLIC = 'must be the private key. This is the public key.';
const DAMAGED = 'is damaged. Paste the whole file, with its BEGIN and END lines.';
const wrongParts = pkcs1(OWN).split('\n');
wrongParts[10] = wrongParts[11]!;

describe('an unusable key is refused with its field, and changes nothing', () => {
  test.each([
    ['garbage', 'garbage', NOT_PEM],
    ['base64 alone', pkcs8(OWN).split('\n').slice(1, -2).join(''), NOT_PEM],
    ['the beginning alone', '-----BEGIN PRIVATE KEY-----', NOT_PEM],
    ['half a file', pkcs8(OWN).slice(0, 800), NOT_PEM],
    ['a number', 7, 'must be a string.'],
    ['NUL', `${pkcs8(OWN)}\0`, 'must not contain NUL or broken characters.'],
    ['garbage between the lines', '-----BEGIN PRIVATE KEY-----\nnot base64!\n-----END PRIVATE KEY-----', DAMAGED],
    ['nothing between the lines', '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----', DAMAGED],
    ['a line less', pkcs8(OWN).split('\n').toSpliced(8, 1).join('\n'), DAMAGED],
    ['a line twice in the place of another', wrongParts.join('\n'), DAMAGED],
    ['PKCS #1 labelled as PKCS #8', pkcs1(OWN).replaceAll('RSA PRIVATE', 'PRIVATE'), DAMAGED],
    ['its public half', String(createPublicKey(pkcs8(OWN)).export({ format: 'pem', type: 'spki' })), PUBLIC],
    [
      'its public half as PKCS #1',
      String(createPublicKey(pkcs8(OWN)).export({ format: 'pem', type: 'pkcs1' })),
      PUBLIC,
    ],
    [
      'a certificate',
      '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
      'must be the private key. This is a certificate.',
    ],
    ['encrypted PKCS #8', encrypted('pkcs8'), expect.stringContaining('must not be encrypted with a passphrase.')],
    ['encrypted PKCS #1', encrypted('pkcs1'), expect.stringContaining('must not be encrypted with a passphrase.')],
    [
      'an OpenSSH key',
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----',
      expect.stringContaining('ssh-keygen -p -m PEM'),
    ],
    ['512 bits', pkcs8(rsa(512)), 'must have 1024 to 4096 bits, preferably 2048. This key has 512.'],
    ['more than 4096 bits', pkcs8(rsa(4608)), 'must have 1024 to 4096 bits, preferably 2048. This key has 4608.'],
    ['an EC key', pkcs8(ec), expect.stringContaining('must be an RSA key.')],
    [
      'an EC key of its own form',
      String(ec.export({ format: 'pem', type: 'sec1' })),
      expect.stringContaining('must be an RSA key.'),
    ],
    [
      'an Ed25519 key',
      pkcs8(generateKeyPairSync('ed25519').privateKey),
      expect.stringContaining('must be an RSA key.'),
    ],
    [
      'an RSA-PSS key',
      pkcs8(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey),
      expect.stringContaining('must be an RSA key.'),
    ],
    ['two keys', pkcs8(OWN) + pkcs8(rsa(1024)), 'must be one private key. These are several.'],
    ['a very long text', `${pkcs8(OWN)}${' '.repeat(20_000)}`, 'must not be greater than 10000 characters.'],
  ])('%s', async (_, privateKey, problem) => {
    const domain = name();
    const refused = await create({ domain, private_key: privateKey });
    const whole = typeof problem === 'string' ? `The private_key field ${problem}` : problem;
    expect([refused.status, refused.body.errors]).toEqual([422, { private_key: [whole] }]);
    expect(await api.db.sendingDomain.count({ where: { domain } })).toBe(0);
    const { id } = await theDomain();
    const before = await api.db.sendingDomain.findFirstOrThrow({ where: { id } });
    const rotation = await api.rest('POST', `/sending-domains/${id}/rotate-dkim`, { private_key: privateKey });
    expect([rotation.status, rotation.body.errors]).toEqual([422, { private_key: [whole] }]);
    expect(await api.db.sendingDomain.findFirstOrThrow({ where: { id } })).toEqual(before);
  });

  test("the domain's current key", async () => {
    const { id } = await theDomain();
    const { status, body } = await api.rest('POST', `/sending-domains/${id}/rotate-dkim`, { private_key: pkcs1(OWN) });
    const problem = 'The private_key field must be a new key. The domain already has this key.';
    expect([status, body.errors]).toEqual([422, { private_key: [problem] }]);
  });
});

const PARTS =
  'The selector field must consist of letters, digits and hyphens, and start and end with a letter or digit. Dots can separate parts.';

describe('a selector', () => {
  test.each([
    'a',
    '2026',
    'mail-2026',
    's1.mail',
    ' Mail ',
    'a'.repeat(63),
    `${'a'.repeat(63)}.${'b'.repeat(63)}`,
    'xn--mller-kva',
  ])('%j is accepted', async (selector) => {
    const { status, body } = await create({ selector, private_key: pkcs8(OWN) });
    expect([status, body.data?.dkim_keys[0].selector]).toEqual([201, selector.trim().toLowerCase()]);
  });

  test.each([
    ['a b', PARTS],
    ['-a', PARTS],
    ['a-', PARTS],
    ['.a', PARTS],
    ['a.', PARTS],
    ['a..b', PARTS],
    ['a_b', PARTS],
    ['müller', PARTS],
    ['a;b', PARTS],
    ['a\r\nb', PARTS],
    ['*', PARTS],
    ['a'.repeat(64), PARTS],
    ['mail._domainkey', 'The selector field must be only the part before ._domainkey.'],
    ['mail._domainkey.shop.example', 'The selector field must be only the part before ._domainkey.'],
    [7, 'The selector field must be a string.'],
    [
      Array.from({ length: 60 }, () => 'abc').join('.'),
      'The selector field must be shorter. A name in DNS has at most 253 characters.',
    ],
  ])('%j is refused', async (selector, problem) => {
    const domain = `${'d'.repeat(20)}${name()}`;
    const refused = await create({ domain, selector, private_key: pkcs8(OWN) });
    expect([refused.status, refused.body.errors]).toEqual([422, { selector: [problem] }]);
    expect(await api.db.sendingDomain.count({ where: { domain } })).toBe(0);
    const { id } = await theDomain();
    const rotation = await api.rest('POST', `/sending-domains/${id}/rotate-dkim`, { selector });
    if (rotation.status !== 200) return expect(rotation.body.errors).toEqual({ selector: [problem] });
    expect(problem).toContain('must be shorter'); // this domain's own name leaves room for it
    await api.rest('POST', `/sending-domains/${id}/cancel-dkim-rotation`);
  });

  test('of another key of the domain is refused', async () => {
    const { id, dkim_keys: keys } = await theDomain();
    const selector = keys[0].selector.toUpperCase();
    const { status, body } = await api.rest('POST', `/sending-domains/${id}/rotate-dkim`, { selector });
    const problem = 'The selector field must be new. Another key of the domain uses this selector.';
    expect([status, body.errors]).toEqual([422, { selector: [problem] }]);
  });

  test('alone names a new key, and a blank one counts as absent', async () => {
    const { body } = await create({ selector: 'news', private_key: ' ' });
    expect(body.data.dkim_keys[0]).toMatchObject({ selector: 'news', bits: 2048 });
    const blank = await create({ selector: '', private_key: pkcs8(OWN) });
    expect(blank.body.data.dkim_keys[0].selector).toMatch(/^tidings-[0-9a-f]{8}$/);
  });
});

let made: Promise<{ id: string; dkim_keys: { selector: string }[] }> | undefined;
/** A domain with the key `OWN`. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into what came back
function theDomain(): Promise<any> {
  made ??= create({ private_key: pkcs8(OWN) }).then(({ body }) => body.data);
  return made;
}
