import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { rowsOf, subscribe } from '../../support/audience.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { ask, fail } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { type MailServer, type Received, startMailServer } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';

/** For any input, a message has the requested headers and recipients, or the caller gets an error. */
let api: TestApp;
let dns: DnsServer;
let inbox: Inbox;
let number = 0;
beforeAll(async () => {
  dns = await startDnsServer();
  api = await openTestApp({ dnsServers: [dns.address] });
  inbox = await openInbox(api.installation);
  await api.rest('POST', '/templates', { name: 'T', editor: 'html', subject: 'S {{ x }}', content: '<p>Hello</p>' });
});
afterAll(async () => {
  await inbox.stop();
  await api.close();
  await dns.close();
});

const BREAKS: [string, string][] = [
  ['CRLF', '\r\n'],
  ['LF', '\n'],
  ['CR', '\r'],
  ['NUL', '\u0000'],
  ['a line separator', '\u2028'],
  ['a vertical tab', '\v'],
];
const MAIL = { template: 'T', from: 'shop@shop.test' };
const send = (input: object) => api.rest('POST', '/transactional-mails', { ...MAIL, to: ['a@x.test'], ...input });

async function arrives(input: object): Promise<Received> {
  const to = `p${++number}@x.test`;
  const { status, body } = await send({ to: [to], ...input });
  expect([status, body.errors]).toEqual([201, undefined]);
  return (await inbox.mailTo(to))[0]!;
}

/** Names of the received headers. */
const headersOf = ({ raw }: Received): string[] =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .split(/\r\n(?![ \t])/)
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase());

describe.each(BREAKS)('%s is refused', (_name, mark) => {
  const evil = `a${mark}Bcc: evil@x.test`;

  test.each([
    ['to', { to: [`b@x.test${mark}evil@x.test`] }],
    ['cc', { cc: [`b@x.test${mark}evil@x.test`] }],
    ['bcc', { bcc: [`b@x.test${mark}evil@x.test`] }],
    ['from', { from: `b@x.test${mark}evil@x.test` }],
    ['reply_to', { reply_to: `b@x.test${mark}evil@x.test` }],
    ['subject', { subject: evil }],
    ['headers', { headers: { 'X-A': evil } }],
    ['headers', { headers: { [evil]: 'b' } }],
    ['headers', { headers: { 'In-Reply-To': evil } }],
    ['attachments', { attachments: [{ filename: evil, content: '' }] }],
    ['attachments', { attachments: [{ filename: 'a', content: '', content_type: `text/plain${mark}X: y` }] }],
    ['locale', { locale: `en${mark}X` }],
  ])('in %s of a mail', async (field, input) => {
    const { status, body } = await send(input);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)[0]).toMatch(new RegExp(`^${field}(\\.|$)`));
  });

  test('in the names and senders of lists, templates and the team', async () => {
    const answers = await Promise.all([
      api.rest('PATCH', '/team', { from_name: evil }),
      api.rest('PATCH', '/team', { from_email: `a@x.test${mark}` }),
      api.rest('POST', '/lists', { name: 'L', from_email: 'a@x.test', from_name: evil }),
      api.rest('POST', '/lists', { name: 'L', from_email: `a@x.test${mark}b@x.test` }),
      api.rest('POST', '/templates', { name: 'E', editor: 'html', content: 'x', subject: evil }),
      api.rest('POST', '/sending-domains', { domain: `x.test${mark}y` }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422));
  });

  test('the same in GraphQL', async () => {
    const mutation =
      'mutation ($input: SendTransactionalMailInput!) { sendTransactionalMail(input: $input) { transactionalMail { id } } }';
    for (const input of [{ subject: evil }, { headers: { 'X-A': evil } }, { replyTo: `b@x.test${mark}evil@x.test` }]) {
      const { extensions } = await fail(api, mutation, { input: { ...MAIL, to: ['a@x.test'], ...input } });
      expect(extensions.code).toBe('BAD_USER_INPUT');
    }
  });
});

test('a Liquid value in a subject never begins a header', async () => {
  for (const [, mark] of BREAKS.filter(([, mark]) => mark !== '\u0000')) {
    const received = await arrives({ variables: { x: `a${mark}Bcc: evil@x.test${mark}${mark}body` } });
    expect(headersOf(received)).not.toContain('bcc');
    expect(received.mail.subject).toMatch(/^S a Bcc: evil@x\.test +body$/);
    expect(received.envelope.to).toHaveLength(1);
  }
});

test('headers of 3,000 characters arrive whole, no line of the message over 998 octets', async () => {
  const [unbroken, words, letters] = ['x'.repeat(3_000), 'word '.repeat(600).trim(), 'ü'.repeat(3_000)];
  const received = await arrives({
    headers: { 'X-Unbroken': unbroken, 'X-Words': words, 'X-Letters': letters, 'In-Reply-To': '<a@b>' },
    subject: 'S'.repeat(998),
  });
  expect(Math.max(...received.raw.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998);
  expect(received.mail.subject).toBe('S'.repeat(998));
  expect(received.mail.headers.get('x-words')).toBe(words);
  expect(decoded(received, 'x-unbroken')).toBe(unbroken);
  expect(decoded(received, 'x-letters')).toBe(letters);
  expect((await send({ headers: { 'X-A': 'x'.repeat(5_001) } })).status).toBe(422);
});

test('ten thousand recipients of one mail are refused, and none of them gets a message', async () => {
  const before = await api.db.transactionalMail.count();
  for (const field of ['to', 'cc', 'bcc']) {
    const { status, body } = await send({ [field]: rowsOf(10_000).map(({ email }) => email) });
    const message = `The ${field} field must not have more than 50 items.`;
    expect([status, body]).toEqual([422, { message, errors: { [field]: [message] } }]);
  }
  expect(await api.db.transactionalMail.count()).toBe(before);
});

describe('an attachment', () => {
  test('of no bytes arrives as such', async () => {
    const { mail } = await arrives({
      attachments: [{ filename: 'empty.txt', content: '', content_type: 'text/plain' }],
    });
    expect(mail.attachments.map(({ filename, size }) => [filename, size])).toEqual([['empty.txt', 0]]);
  });

  test('of thirty megabytes is refused before it is read', async () => {
    const content = 'QUJD'.repeat((30 * 1024 * 1024) / 3);
    const { status, body } = await send({ attachments: [{ filename: 'large.bin', content }] });
    expect([status, body]).toEqual([413, { message: 'The body is larger than 10 MiB.', errors: {} }]);
  });

  test.each(['../../x', '..\\..\\x', '/etc/passwd', 'C:\\x', '.', '..', 'a/b'])(
    'named %j is refused',
    async (filename) => {
      const { status, body } = await send({ attachments: [{ filename, content: 'QQ==' }] });
      const message = 'The attachments.0.filename field must be a plain file name.';
      expect([status, body]).toEqual([422, { message, errors: { 'attachments.0.filename': [message] } }]);
    },
  );

  test('with a name of many kinds arrives under it', async () => {
    const filename = `Rechnung "7"; ü 🙂 ${'x'.repeat(200)}.pdf`;
    const { mail, raw } = await arrives({ attachments: [{ filename, content: 'QQ==' }] });
    expect(mail.attachments[0]?.filename).toBe(filename);
    expect(Math.max(...raw.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998);
  });
});

describe('addresses of other scripts', () => {
  const settle = async (to: string) => {
    const { body } = await send({ to: [to] });
    return until(async () => {
      const { data } = (await api.rest('GET', `/transactional-mails/${body.data.id}`)).body;
      return data.status !== 'pending' && data;
    });
  };

  test('domains travel in ASCII, and are the same address', async () => {
    const { body } = await send({ to: ['ann@Bücher.example', 'bob@例え.テスト'] });
    expect(body.data.to).toEqual(['ann@xn--bcher-kva.example', 'bob@xn--r8jz45g.xn--zckzah']);
    const { raw } = await until(() => inbox.server.received.find((one) => one.raw.includes(body.data.id)));
    expect(raw).toContain('To: ann@xn--bcher-kva.example, bob@xn--r8jz45g.xn--zckzah');
  });

  test('local parts go to a server that offers SMTPUTF8', async () => {
    expect(await settle('jörg@x.test')).toMatchObject({ status: 'sent' });
    expect((await inbox.mailTo('jörg@x.test'))[0]!.mail.to).toMatchObject({ value: [{ address: 'jörg@x.test' }] });
  });

  test('a retry for the remaining recipients uses SMTPUTF8 as well, since the others are in To', async () => {
    await inbox.stop();
    inbox = await openInbox(api.installation, [1, 1, 1]);
    inbox.server.recipients.set('left@x.test', '450 4.2.0 Later');
    const { body } = await send({ to: ['jörg@x.test', 'left@x.test'] });
    const tries = () => inbox.server.received.filter(({ raw }) => raw.includes(body.data.id));
    await until(() => tries().length === 1);
    inbox.server.recipients.delete('left@x.test');
    await until(() => tries().length === 2);
    expect(tries().map(({ envelope, utf8 }) => [envelope.to, utf8])).toEqual([
      [['jörg@x.test'], true],
      [['left@x.test'], true],
    ]);
    expect(tries()[1]!.mail.to).toMatchObject({ value: [{ address: 'jörg@x.test' }, { address: 'left@x.test' }] });
    expect((await arrives({})).utf8).toBe(false);
  });

  test('local parts fail clearly at a server that does not, and no message is sent', async () => {
    const plain: MailServer = await startMailServer({ utf8: false });
    await inbox.stop();
    inbox = await openInbox(api.installation, [], plain);
    const mail = await settle('jürgen@x.test');
    expect(mail).toMatchObject({ status: 'failed' });
    expect(mail.failure_reason).toMatch(/internationalized|SMTPUTF8/i);
    expect(plain.received).toEqual([]);
    expect(await settle('ann@x.test')).toMatchObject({ status: 'sent' });
  });

  describe('beside ASCII ones, at a server without SMTPUTF8', () => {
    let plain: MailServer;
    beforeAll(async () => {
      plain = await startMailServer({ utf8: false });
      await inbox.stop();
      inbox = await openInbox(api.installation, [1, 1, 1], plain);
    });

    const settled = async (mail: object) => {
      const { body } = await send(mail);
      const { id } = body.data;
      const read = async () => (await api.rest('GET', `/transactional-mails/${id}`)).body.data;
      await until(async () => (await read()).status !== 'pending');
      const received = plain.received.filter(({ raw }) => raw.includes(id));
      const addresses = ['From', 'To', 'Cc'].map(
        (name) => new RegExp(`^${name}: .*$`, 'm').exec(received[0]?.raw ?? '')?.[0],
      );
      return { ...(await read()), received, addresses, id };
    };
    const REFUSED = 'The mail server does not accept such addresses (SMTPUTF8).';

    test.each([
      [
        'in to',
        { to: ['Jörg <jörg@x.test>', 'Änne <ann@x.test>'] },
        ['ann@x.test'],
        /^To: =\?UTF-8\?\S+ <ann@x\.test>\r?$/,
        undefined,
      ],
      [
        'in cc',
        { to: ['ann@x.test'], cc: ['jörg@x.test', 'bob@x.test'] },
        ['ann@x.test', 'bob@x.test'],
        /^To: ann@x\.test\r?$/,
        /^Cc: bob@x\.test\r?$/,
      ],
      ['in bcc', { to: ['ann@x.test'], bcc: ['jörg@x.test'] }, ['ann@x.test'], /^To: ann@x\.test\r?$/, undefined],
      [
        'in to, with a copy',
        { to: ['jörg@x.test'], cc: ['ann@x.test'] },
        ['ann@x.test'],
        undefined,
        /^Cc: ann@x\.test\r?$/,
      ],
      [
        'in to, with a blind copy',
        { to: ['jörg@x.test'], bcc: ['ann@x.test'] },
        ['ann@x.test'],
        /^To: "undisclosed-recipients":;\r?$/,
        undefined,
      ],
      [
        'of another script, at such a domain',
        { to: ['jörg@x.test', 'ann@bücher.example'] },
        ['ann@bücher.example'], // as the server shows domains: on the wire it was ASCII
        /^To: ann@xn--bcher-kva\.example\r?$/,
        undefined,
      ],
    ])('%s: the others get the mail, and the reason names the failed ones', async (_, mail, envelope, to, cc) => {
      const { status, failure_reason, received, addresses, id } = await settled(mail);
      expect([status, failure_reason]).toEqual(['sent', `Not accepted for jörg@x.test: ${REFUSED}`]);
      expect(received.map((one: { envelope: { to: string[] }; utf8: boolean }) => [one.envelope.to, one.utf8])).toEqual(
        [[envelope, false]],
      );
      const [head = ''] = received[0].raw.split('\r\n\r\n');
      expect(Buffer.from(head).every((byte) => byte < 0x80)).toBe(true);
      expect([addresses[1], addresses[2]]).toEqual([
        to ? expect.stringMatching(to) : undefined,
        cc ? expect.stringMatching(cc) : undefined,
      ]);
      const { data } = (await api.rest('GET', `/transactional-mails/${id}/timeline`)).body;
      expect(JSON.stringify(data)).toContain(`Not accepted for jörg@x.test: ${REFUSED}`);
    });

    test('a temporary refusal of another recipient is retried, without the refused address in a header', async () => {
      plain.recipients.set('left@x.test', '450 4.2.0 Later');
      const pending = settled({ to: ['jörg@x.test', 'ann@x.test', 'left@x.test'] });
      await until(() => plain.received.at(-1)?.raw.includes('left@x.test'));
      plain.recipients.delete('left@x.test');
      const { status, received } = await pending;
      expect(status).toBe('sent');
      expect(received.map((one: { envelope: { to: string[] } }) => one.envelope.to)).toEqual([
        ['ann@x.test'],
        ['left@x.test'],
      ]);
      expect(received[1].raw).toMatch(/^To: ann@x\.test, left@x\.test\r$/m);
    });

    test('the refused address is not suppressed, and the mail fails when all others are refused too', async () => {
      plain.recipients.set('gone@x.test', '550 5.1.1 No such user');
      const { status, failure_reason, received } = await settled({ to: ['jörg@x.test', 'gone@x.test'] });
      expect([status, failure_reason, received]).toEqual(['failed', expect.stringContaining('550'), []]);
      const { data } = (await api.rest('GET', '/suppressions')).body;
      expect(data.map(({ email }: { email: string }) => email)).not.toContain('jörg@x.test');
    });
  });
});

describe('a sender with non-ASCII characters before the @', () => {
  const PROBLEM = 'must have only ASCII characters before the @ of a sender address.';

  test.each([
    ['PATCH', '/team', 'from_email', {}],
    ['POST', '/lists', 'from_email', { name: 'News' }],
    ['POST', '/campaigns', 'reply_to', { name: 'May', template: 'T' }],
    ['POST', '/campaigns', 'from_email', { name: 'May', template: 'T' }],
    ['POST', '/transactional-mails', 'from', { template: 'T', to: ['a@x.test'] }],
    ['POST', '/transactional-mails', 'reply_to', { template: 'T', to: ['a@x.test'], from: 'a@x.test' }],
  ])('%s %s refuses it as %s', async (method, path, field, rest) => {
    const { status, body } = await api.rest(method, path, { ...rest, [field]: 'grüße@shop.example' });
    expect(status).toBe(422);
    expect(body.errors[field]).toEqual([`The ${field} field ${PROBLEM}`]);
  });

  test('a domain in another script is one, and travels in ASCII', async () => {
    const { raw } = await arrives({ from: 'hallo@bücher.example', reply_to: 'Grüße <antwort@bücher.example>' });
    expect(raw).toContain('From: hallo@xn--bcher-kva.example');
    expect(/^Reply-To: .*$/m.exec(raw)?.[0]).toMatch(/^Reply-To: =\?UTF-8\?.*<antwort@xn--bcher-kva\.example>/i);
  });

  test('of a mail that was accepted before it was refused fails the mail, which is never sent garbled', async () => {
    const { body } = await send({ to: ['later@x.test'], send_at: new Date(Date.now() + 3_600_000).toISOString() });
    const { id } = body.data;
    await api.db.transactionalMail.updateMany({ where: { id }, data: { replyTo: 'grüße@shop.example' } });
    await api.db.message.updateMany({ where: { id }, data: { dueAt: new Date(0) } });
    const read = async () => (await api.rest('GET', `/transactional-mails/${id}`)).body.data;
    await until(async () => (await read()).status !== 'pending');
    expect(await read()).toMatchObject({
      status: 'failed',
      failure_reason: 'The address of the reply address has non-ASCII characters before the @.',
    });
  });
});

describe('a DKIM key that cannot be verified, or used, signs no mail', () => {
  const add = async (domain: string) => (await api.rest('POST', '/sending-domains', { domain })).body.data;

  test('DNS has another key', async () => {
    const { id, records } = await add('another.example');
    dns.texts.set(records[0].name, ['v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A']);
    const { body } = await api.rest('POST', `/sending-domains/${id}/check`);
    expect(body.data.verified_at).toBeNull();
    expect(headersOf(await arrives({ from: 'a@another.example' }))).not.toContain('dkim-signature');
  });

  test('a private key encrypted under another secret does not stop the mail', async () => {
    const { id, records } = await add('sealed.example');
    for (const { name, value } of records) dns.texts.set(name, [value]);
    await api.rest('POST', `/sending-domains/${id}/check`);
    await api.db.sendingDomain.updateMany({ where: { id }, data: { privateKey: Buffer.alloc(1_300, 7) } });
    expect(headersOf(await arrives({ from: 'a@sealed.example' }))).not.toContain('dkim-signature');
  });
});

test('the name of a list, in the subject of a confirmation, begins no header', async () => {
  const list = { name: 'News\r\nBcc: evil@x.test', from_email: 'a@x.test', requires_confirmation: true };
  const { status, body } = await api.rest('POST', '/lists', list);
  if (status === 422) return expect(body.errors).toHaveProperty('name');
  await subscribe(api, body.data.id, [{ email: 'careful@x.test' }]);
  const [received = expect.fail()] = await inbox.mailTo('careful@x.test');
  expect(headersOf(received)).not.toContain('bcc');
  expect(received.mail.subject).toContain('News Bcc: evil@x.test');
});

test('none of this is a server error, and the server still sends', async () => {
  const { lists } = await ask(api, '{ lists(first: 1) { totalCount } }');
  expect(lists.totalCount).toBeGreaterThan(0);
  await arrives({});
});

/** A header's value with its encoded words (RFC 2047) put together. */
function decoded({ raw }: Received, name: string): string {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const [, value = ''] = new RegExp(`^${name}: (.*)$`, 'im').exec(head) ?? [];
  const bytes = [...value.matchAll(/=\?utf-8\?q\?(.*?)\?=/gi)]
    .map(([, word = '']) => word.replaceAll('_', ' '))
    .join('');
  return Buffer.from(
    bytes.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
}
