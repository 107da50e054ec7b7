import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { verifyDkim } from '../../support/dkim-verifier.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';

let dns: DnsServer;
let api: TestApp;
let inbox: Inbox;
beforeAll(async () => {
  dns = await startDnsServer();
  api = await openTestApp({ dnsServers: [dns.address] });
  inbox = await openInbox(api.installation);
});
afterAll(async () => {
  await inbox.stop();
  await api.close();
  await dns.close();
});

interface Record {
  purpose: string;
  name: string;
  value: string;
  state: string;
  is_optional: boolean;
}

const add = async (domain: string) => (await api.rest('POST', '/sending-domains', { domain })).body.data;
const check = async (id: string) => (await api.rest('POST', `/sending-domains/${id}/check`)).body.data;
const states = ({ records }: { records: Record[] }) =>
  Object.fromEntries(records.flatMap((one) => (one.is_optional ? [] : [[one.purpose, one.state]])));
const publish = ({ records }: { records: Record[] }) => {
  for (const { name, value } of records) dns.texts.set(name, [value]);
};

/** Sends a mail from an address and returns the received message. */
let number = 0;
async function send(from: string, input: object = {}) {
  const to = `p${++number}@x.test`;
  await api.rest('POST', '/templates', { name: 'T', editor: 'html', subject: 'Grüße', content: '<p>Hello</p>' });
  expect((await api.rest('POST', '/transactional-mails', { template: 'T', from, to: [to], ...input })).status).toBe(
    201,
  );
  const [message] = await inbox.mailTo(to);
  return message!.raw;
}
const verify = (raw: string) => verifyDkim(raw, (name) => dns.texts.get(name) ?? []);

test('a domain gets a key and the records to publish; the private key is hidden, and encrypted in the database', async () => {
  const { status, body } = await api.rest('POST', '/sending-domains', { domain: ' Shop.Example ' });
  expect([status, body.data]).toEqual([
    201,
    {
      id: expect.any(String),
      domain: 'shop.example',
      records: [
        {
          ...{ purpose: 'dkim', type: 'txt', is_optional: false, published: [] },
          advice: [expect.stringContaining('publish it as 2 quoted strings in one record: "v=DKIM1; k=rsa; p=')],
          name: expect.stringMatching(/^tidings-[0-9a-f]{8}\._domainkey\.shop\.example$/),
          value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{380,}=*$/),
          state: 'unknown',
        },
        {
          ...{ purpose: 'spf', type: 'txt', is_optional: false, name: 'shop.example', value: 'v=spf1 a mx ~all' },
          ...{ state: 'unknown', published: [], advice: [] },
        },
        {
          ...{ purpose: 'dmarc', type: 'txt', is_optional: false, name: '_dmarc.shop.example' },
          ...{ value: 'v=DMARC1; p=none; rua=mailto:postmaster@shop.example' },
          ...{ state: 'unknown', published: [], advice: [] },
        },
      ],
      dkim_keys: [
        {
          ...{ status: 'current', bits: 2048, state: 'unknown', keep_until: null },
          selector: expect.stringMatching(/^tidings-[0-9a-f]{8}$/),
          name: body.data.records[0].name,
        },
      ],
      verified_at: null,
      rotation_started_at: null,
      checked_at: null,
      created_at: expect.any(String),
    },
  ]);
  expect((await api.rest('GET', `/sending-domains/${body.data.id}`)).body).toEqual(body);
  const [dkim] = body.data.records;
  const strings = [...dkim.advice[0].matchAll(/"([^"]*)"/g)].map(([, string]) => string);
  expect(strings.map((string) => string.length <= 255)).toEqual([true, true]);
  expect(strings.join('')).toBe(dkim.value);
  expect((await api.rest('GET', '/sending-domains')).body.data).toEqual([body.data]);
  const { privateKey } = await api.db.sendingDomain.findFirstOrThrow({ where: { id: body.data.id } });
  expect(Buffer.from(privateKey).includes(Buffer.from('2a864886f70d010101', 'hex'))).toBe(false); // rsaEncryption
});

test('a check reports published records, even with another key or other texts', async () => {
  const domain = await add('checked.example');
  expect(states(await check(domain.id))).toEqual({ dkim: 'missing', spf: 'missing', dmarc: 'missing' });
  dns.texts.set(domain.records[0].name, ['v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A']);
  dns.texts.set('checked.example', ['google-site-verification=1', 'v=spf1 include:_spf.x.test -all']);
  dns.texts.set('_dmarc.checked.example', ['v=DMARC1;p=reject']);
  const different = await check(domain.id);
  expect(states(different)).toEqual({ dkim: 'different', spf: 'ok', dmarc: 'ok' });
  expect([different.verified_at, different.checked_at]).toEqual([null, expect.any(String)]);
  publish(domain);
  const verified = await check(domain.id);
  expect(states(verified)).toEqual({ dkim: 'ok', spf: 'ok', dmarc: 'ok' });
  expect(verified.verified_at).toEqual(expect.any(String));
  expect((await check(domain.id)).verified_at).toBe(verified.verified_at);
});

describe('messages', () => {
  test('are signed once the key is in DNS, and pass verification', async () => {
    const domain = await add('signed.example');
    publish(domain);
    await check(domain.id);
    const raw = await send('hello@signed.example', {
      cc: ['c@x.test'],
      reply_to: 'r@signed.example',
      headers: { 'X-Order': '7' },
    });
    expect(verify(raw)).toEqual({ pass: true, domain: 'signed.example', signed: expect.any(Array) });
    expect(verify(raw)!.signed).toEqual(
      expect.arrayContaining(['from', 'to', 'cc', 'reply-to', 'subject', 'date', 'message-id', 'content-type']),
    );
    expect(verify(raw.replace('Hello', 'Hullo'))!.pass).toBe(false);
    expect(verify(raw.replace('From: ', 'From: evil@x.test\r\nFrom: '))!.pass).toBe(false);
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThan(999);
  });

  test("from a subdomain are signed with the domain's key, and from other domains not at all", async () => {
    expect(verify(await send('news@mail.signed.example'))).toMatchObject({ pass: true, domain: 'signed.example' });
    expect(verify(await send('news@notsigned.example'))).toBeUndefined();
    expect(verify(await send('news@shop.example'))).toBeUndefined(); // a key missing in DNS would only fail
  });

  test('pass with attachments, empty text, long lines and non-ASCII letters too', async () => {
    const attachments = [
      { filename: 'menü.txt', content: Buffer.from('a \t b  \r\n\r\n\r\n'.repeat(50)).toString('base64') },
    ];
    const subject = `${'ä'.repeat(300)} 🙂`;
    for (const input of [{ attachments }, { subject }, { to: ['ünï@x.test'], headers: { 'X-A': 'a  b' } }]) {
      const { status, body } = await api.rest('POST', '/transactional-mails', {
        template: 'T',
        from: 'a@signed.example',
        to: [`q${++number}@x.test`],
        ...input,
      });
      expect(status).toBe(201);
      const [message] = await inbox.mailTo(body.data.to[0]);
      expect(verify(message!.raw)?.pass, JSON.stringify(input).slice(0, 80)).toBe(true);
    }
  });
});

test('GraphQL adds, checks, lists and deletes the same domains', async () => {
  const fields = '{ id domain verifiedAt records { purpose state } }';
  const {
    createSendingDomain: { sendingDomain: made },
  } = await ask(
    api,
    `mutation { createSendingDomain(input: { domain: "bücher.example" }) { sendingDomain ${fields} } }`,
  );
  expect(made.domain).toBe('xn--bcher-kva.example');
  const {
    checkSendingDomain: { sendingDomain: checked },
  } = await ask(api, `mutation { checkSendingDomain(id: "${made.id}") { sendingDomain ${fields} } }`);
  expect(checked.records[0]).toEqual({ purpose: 'DKIM', state: 'MISSING' });
  const { sendingDomains } = await ask(api, `{ sendingDomains(first: 1) { nodes ${fields} } }`);
  expect(sendingDomains.nodes).toEqual([checked]);
  await ask(api, `mutation { deleteSendingDomain(id: "${made.id}") { deletedId } }`);
  expect((await api.rest('GET', `/sending-domains/${made.id}`)).status).toBe(404);
});

test('a missing DNS answer changes nothing: a verified domain stays verified', async () => {
  const domain = await add('silent.example');
  publish(domain);
  const before = await check(domain.id);
  for (const { name } of domain.records) dns.broken.add(name);
  const after = await check(domain.id);
  expect(states(after)).toEqual({ dkim: 'unknown', spf: 'unknown', dmarc: 'unknown' });
  expect(after.verified_at).toBe(before.verified_at);
  expect(before.verified_at).toEqual(expect.any(String));
});

test.each([
  [{}, 'The domain field is required.'],
  [{ domain: '' }, 'The domain field is required.'],
  [{ domain: 'localhost' }, 'The domain field must be a valid domain.'],
  [{ domain: 'a b.test' }, 'The domain field must be a valid domain.'],
  [{ domain: 'x.test\r\ny' }, 'The domain field must be a valid domain.'],
  [{ domain: '127.0.0.1' }, 'The domain field must be a valid domain.'],
  [{ domain: `${'a'.repeat(64)}.test` }, 'The domain field must be a valid domain.'],
  [{ domain: 7 }, 'The domain field must be a valid domain.'],
  [{ domain: 'shop.example' }, 'The domain field has already been taken.'],
])('%j is refused', async (body, message) => {
  const answer = await api.rest('POST', '/sending-domains', body);
  expect([answer.status, answer.body]).toEqual([422, { message, errors: { domain: [message] } }]);
});

test("another team's domain does not exist for this team, and signs none of its messages", async () => {
  const { id } = await add('mine.example');
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/check'],
    ['DELETE', ''],
  ] as const) {
    const answer = await api.rest(method, `/sending-domains/${id}${path}`, undefined, { token: api.otherToken });
    expect(answer.status).toBe(404);
  }
  const theirs = await api.rest('POST', '/sending-domains', { domain: 'mine.example' }, { token: api.otherToken });
  expect(theirs.status).toBe(201);
});
