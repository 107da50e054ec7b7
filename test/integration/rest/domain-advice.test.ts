import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';

let dns: DnsServer;
let testApp: TestApp;
let api: TestApp;
beforeAll(async () => {
  dns = await startDnsServer();
  const settings = { mailUrl: 'smtps://smtp.sendgrid.net', publicUrl: 'https://news.shop.example' };
  testApp = await openTestApp({ dnsServers: [dns.address], feedbackDomain: 'bounces.shop.example', ...settings });
});
beforeEach(async () => {
  for (const known of [dns.texts, dns.addresses, dns.mailServers, dns.broken]) known.clear();
  api = await openTeam(testApp);
});
afterAll(async () => {
  await testApp.close();
  await dns.close();
});

interface Found {
  purpose: string;
  name: string;
  value: string;
  state: string;
  is_optional: boolean;
  published: string[];
  advice: string[];
}

let key: { selector: string; publicKey: string; privateKey: Uint8Array<ArrayBuffer> } | undefined;

/** Creates a domain. Returns its records by purpose, before any DNS lookup. */
async function newRecords(domain = 'shop.example'): Promise<Record<string, Found>> {
  const made = (await api.rest('POST', '/sending-domains', { domain })).body.data;
  expect((await api.rest('GET', `/sending-domains/${made.id}`)).body.data).toEqual(made);
  const select = { selector: true, publicKey: true, privateKey: true };
  key = await testApp.db.sendingDomain.findFirstOrThrow({ where: { id: made.id }, select });
  return byPurpose(made.records);
}

/**
 * The records of another domain by purpose, after a check that finds its key. The key is an old one, because a new
 * one takes a quarter of a second.
 */
async function records(domain = 'shop.example', { isSigned = true } = {}): Promise<Record<string, Found>> {
  if (!key) await newRecords('key.example');
  if (isSigned) dns.texts.set(`${key!.selector}._domainkey.${domain}`, [`v=DKIM1; k=rsa; p=${key!.publicKey}`]);
  const row = { ...key!, teamId: api.teamId, id: crypto.randomUUID(), domain };
  const { id } = await testApp.db.sendingDomain.create({ data: row });
  const checked = (await api.rest('POST', `/sending-domains/${id}/check`)).body.data;
  expect((await api.rest('GET', `/sending-domains/${id}`)).body.data).toEqual(checked);
  return byPurpose(checked.records);
}
const byPurpose = (found: Found[]): Record<string, Found> =>
  Object.fromEntries(found.map((record) => [record.purpose, record]));

const byTransport = async (host: string) => {
  const input = { name: host, host, is_default: true };
  expect((await api.rest('POST', '/transports', input)).status).toBe(201);
};
const advised = (words: string) => expect.arrayContaining([expect.stringContaining(words)]);

describe('SPF allows', () => {
  test.each([
    ['email-smtp.eu-west-1.amazonaws.com', 'include:amazonses.com'],
    ['smtp.eu.mailgun.org', 'include:mailgun.org'],
    ['smtp.postmarkapp.com', 'include:spf.mtasv.net'],
    ['smtp.sendgrid.net', 'include:sendgrid.net'],
    ['smtp-relay.brevo.com', 'include:spf.brevo.com'],
    ['in-v3.mailjet.com', 'include:spf.mailjet.com'],
    ['smtp.sparkpostmail.com', 'include:sparkpostmail.com'],
    ['smtp-relay.gmail.com', 'include:_spf.google.com'],
    ['smtp.office365.com', 'include:spf.protection.outlook.com'],
    ['shop-example.mail.protection.outlook.com', 'include:spf.protection.outlook.com'],
  ])('%s by %s', async (host, include) => {
    await byTransport(host);
    expect((await records()).spf).toMatchObject({ value: `v=spf1 ${include} ~all`, state: 'missing' });
  });

  test('any other server by its addresses, which may be within a network in the record', async () => {
    dns.addresses.set('mail.own.example', ['93.184.216.34', '2606:2800:220::1']);
    await byTransport('mail.own.example');
    const { spf } = await newRecords();
    expect(spf).toMatchObject({
      state: 'unknown',
      value: 'v=spf1 ip6:2606:2800:220::1 ip4:93.184.216.34 ~all',
      advice: advised('addresses of mail.own.example'),
    });
    dns.texts.set('b.example', ['v=spf1 ip4:93.184.216.0/24 ip6:2606:2800::/32 -all']);
    expect((await records('b.example')).spf).toMatchObject({ state: 'ok', advice: [] });
    dns.texts.set('c.example', ['v=spf1 ip4:93.184.216.0/24 -all']);
    expect((await records('c.example')).spf).toMatchObject({
      ...{ state: 'different', value: 'v=spf1 ip4:93.184.216.0/24 ip6:2606:2800:220::1 -all' },
    });
  });

  test('an address, but not a name that does not resolve', async () => {
    await byTransport('93.184.216.34');
    expect((await records('a.example')).spf!.value).toBe('v=spf1 ip4:93.184.216.34 ~all');
    await byTransport('gone.own.example');
    expect((await records('b.example')).spf!.value).toBe('v=spf1 a:gone.own.example ~all');
  });

  test("the installation's own server, and servers of lists that send from the domain", async () => {
    const { body } = await api.rest('POST', '/transports', { name: 'Bulk', host: 'smtp.mailgun.org' });
    await api.rest('POST', '/transports', { name: 'Other', host: 'smtp.postmarkapp.com' });
    await makeList(api, { from_email: 'news@mail.shop.example', transport: body.data.id });
    expect((await records()).spf!.value).toBe('v=spf1 include:mailgun.org include:sendgrid.net ~all');
    expect((await records('hop.example')).spf!.value).toBe('v=spf1 include:sendgrid.net ~all');
  });
});

describe('an existing SPF record', () => {
  test('is kept and extended, before its end', async () => {
    dns.texts.set('shop.example', ['hello', 'v=spf1 mx include:_spf.google.com -all']);
    expect((await records()).spf).toMatchObject({
      ...{ state: 'different', published: ['v=spf1 mx include:_spf.google.com -all'] },
      value: 'v=spf1 mx include:_spf.google.com include:sendgrid.net -all',
    });
    dns.texts.set('r.example', ['v=spf1 redirect=_spf.other.example']);
    expect((await records('r.example')).spf!.value).toBe('v=spf1 include:sendgrid.net redirect=_spf.other.example');
  });

  test('is valid if an include allows our server', async () => {
    dns.texts.set('shop.example', ['v=spf1 include:_spf.shop.example ?all']);
    dns.texts.set('_spf.shop.example', ['v=spf1 redirect=all.shop.example']);
    dns.texts.set('all.shop.example', ['v=spf1 include:sendgrid.net ~all']);
    expect((await records()).spf).toMatchObject({ state: 'ok', value: 'v=spf1 include:_spf.shop.example ?all' });
  });

  test('is invalid if it denies our server, or has its address in another way', async () => {
    dns.texts.set('shop.example', ['v=spf1 -include:sendgrid.net ~all']);
    expect((await records()).spf!.state).toBe('different');
    await byTransport('93.184.216.34');
    dns.texts.set('b.example', ['v=spf1 -ip4:93.184.216.34 ~all']);
    expect((await records('b.example')).spf!.state).toBe('different');
    dns.texts.set('c.example', ['v=spf1 mx ~all']);
    dns.mailServers.set('c.example', ['mx.c.example']);
    dns.addresses.set('mx.c.example', ['93.184.216.34']);
    expect((await records('c.example')).spf!.state).toBe('ok');
  });

  test('that exists twice becomes one', async () => {
    dns.texts.set('shop.example', ['v=spf1 mx ~all', 'v=spf1 include:sendgrid.net -all']);
    expect((await records()).spf).toMatchObject({
      ...{ state: 'different', value: 'v=spf1 mx include:sendgrid.net ~all' },
      advice: advised('There are 2 SPF records'),
    });
  });

  test('with more than ten lookups gets a warning, counting includes and additions', async () => {
    const includes = (count: number) => Array.from({ length: count }, (_, n) => `include:p${n}.example`).join(' ');
    for (let n = 0; n < 5; n += 1) dns.texts.set(`p${n}.example`, ['v=spf1 mx ~all']);
    dns.texts.set('shop.example', [`v=spf1 ${includes(5)} include:sendgrid.net ~all`]);
    expect((await records()).spf).toMatchObject({ state: 'ok', advice: advised('needs 11 DNS lookups') });
    dns.texts.set('b.example', [`v=spf1 ${includes(5)} ~all`]);
    expect((await records('b.example')).spf!.advice).toEqual(advised('needs 11 DNS lookups'));
    dns.texts.set('c.example', [`v=spf1 ${includes(4)} include:sendgrid.net ~all`]);
    expect((await records('c.example')).spf!.advice).toEqual([]);
  });

  test('that includes itself, or allows anyone to send, gets a warning', async () => {
    dns.texts.set('shop.example', ['v=spf1 include:shop.example include:sendgrid.net +all']);
    const { spf } = await records();
    expect(spf!.advice).toEqual(
      ['anyone can send', 'very many DNS lookups'].map((words) => expect.stringContaining(words)),
    );
  });
});

const RUA = 'rua=mailto:dmarc@bounces.shop.example';

describe('DMARC', () => {
  test.each([
    ['v=DMARC1; p=none', ['does not request reports', 'only monitors']],
    [`v=DMARC1; p=reject; ${RUA}`, []],
    ['v=DMARC1; p=reject; rua=mailto:a@shop.example,  MAILTO:dmarc@bounces.shop.example!10m', []],
    ['v=DMARC1; p=reject; rua=mailto:a@shop.example', ['add mailto:dmarc@bounces.shop.example to rua=']],
    [`v=DMARC1; p=quarantine; aspf=s; adkim=s; ${RUA}`, ['SPF is not aligned', 'adkim=s']],
  ])('%s: the advice is %j', async (text, words) => {
    dns.texts.set('_dmarc.shop.example', [text]);
    const { dmarc } = await records();
    expect(dmarc).toMatchObject({ state: 'ok', value: expect.stringContaining(text), published: [text] });
    expect(dmarc!.advice).toEqual(words.map((word) => expect.stringContaining(word)));
  });

  test('that is missing is shown with the address for reports here', async () => {
    const value = `v=DMARC1; p=none; ${RUA}`;
    expect((await newRecords('shop.example')).dmarc).toMatchObject({ state: 'unknown', value });
    expect((await records('b.example')).dmarc).toMatchObject({ state: 'missing', value });
  });

  test('without an address for reports is shown with one', async () => {
    dns.texts.set('_dmarc.shop.example', ['v=DMARC1; p=quarantine; pct=50;']);
    const value = `v=DMARC1; p=quarantine; pct=50; ${RUA}`;
    expect((await records()).dmarc).toMatchObject({ state: 'ok', value });
  });

  test('without a policy, or with duplicates, is invalid', async () => {
    dns.texts.set('_dmarc.shop.example', ['v=DMARC1; rua=mailto:a@shop.example']);
    expect((await records()).dmarc).toMatchObject({ state: 'different', advice: advised('no policy') });
    dns.texts.set('_dmarc.b.example', ['v=DMARC1; p=none', 'v=DMARC1; p=reject']);
    expect((await records('b.example')).dmarc).toMatchObject({ state: 'different', advice: advised('There are 2') });
  });

  test('of a parent domain applies to subdomains', async () => {
    dns.texts.set('_dmarc.shop.example', [`v=DMARC1; p=reject; ${RUA}`]);
    expect((await records('news.mail.shop.example')).dmarc).toMatchObject({
      ...{ state: 'ok', name: '_dmarc.news.mail.shop.example' },
      advice: ['The record of _dmarc.shop.example also applies to this domain.'],
    });
  });

  test('cannot rely on SPF when bounces go to another domain', async () => {
    dns.texts.set('_dmarc.bakery.example', [`v=DMARC1; p=reject; ${RUA}`]);
    const advice = [
      'SPF is not aligned: bounces go to bounces.shop.example. DMARC passes only with DKIM, so keep its key published.',
    ];
    expect((await records('bakery.example')).dmarc).toMatchObject({ state: 'ok', advice });
  });

  test('that is enforced without a key in DNS fails forwarded mail, even with ARC', async () => {
    dns.texts.set('_dmarc.shop.example', [`v=DMARC1; p=reject; ${RUA}`]);
    expect((await records('shop.example', { isSigned: false })).dmarc!.advice).toEqual([
      expect.stringContaining('with ARC a forwarder can only vouch for messages that passed before'),
    ]);
    dns.texts.set('_dmarc.b.example', [`v=DMARC1; p=none; ${RUA}`]);
    const { dmarc } = await records('b.example', { isSigned: false });
    expect(dmarc!.advice.join()).not.toContain('(ARC)');
  });
});

describe('DMARC reports', () => {
  const agreement = (domain: string) => `${domain}._report._dmarc.bounces.shop.example`;

  test("need the agreement of another owner's domain, but not of the same owner's", async () => {
    const { dmarc_reports } = await newRecords('bakery.example');
    expect(dmarc_reports).toMatchObject({
      ...{ type: 'txt', name: agreement('bakery.example'), value: 'v=DMARC1', state: 'unknown', is_optional: true },
      advice: advised('as *._report._dmarc.bounces.shop.example'),
    });
    dns.texts.set(agreement('a.example'), ['v=DMARC1']);
    expect((await records('a.example')).dmarc_reports).toMatchObject({ state: 'ok', advice: [] });
    dns.texts.set(agreement('b.example'), ['no']);
    expect((await records('b.example')).dmarc_reports).toMatchObject({ state: 'different', published: ['no'] });
    expect((await records('news.shop.example')).dmarc_reports).toBeUndefined();
  });

  test("under a parent domain's policy need it for that domain", async () => {
    dns.texts.set('_dmarc.bakery.example', [`v=DMARC1; p=reject; ${RUA}`]);
    const { dmarc_reports } = await records('news.bakery.example');
    expect(dmarc_reports).toMatchObject({ state: 'missing', name: agreement('bakery.example') });
  });
});

describe('TLS reports', () => {
  const value = 'v=TLSRPTv1; rua=mailto:tlsrpt@bounces.shop.example';
  test.each([
    [[], 'missing', value, ['Optional']],
    [['something else'], 'missing', value, ['Optional']],
    [[value], 'ok', value, []],
    [['v=TLSRPTv1; rua=https://r.example/x'], 'ok', 'v=TLSRPTv1; rua=https://r.example/x', ['add mailto:tlsrpt@']],
    [['v=TLSRPTv1;'], 'different', value, ['names no address']],
    [[value, 'v=TLSRPTv1; rua=mailto:a@shop.example'], 'different', value, ['There are 2']],
  ])('%j: %s', async (published, state, wanted, words) => {
    dns.texts.set('_smtp._tls.shop.example', published);
    const { tls_reports } = await records();
    expect(tls_reports).toMatchObject({ name: '_smtp._tls.shop.example', value: wanted, state, is_optional: true });
    expect(tls_reports!.advice).toEqual(words.map((word) => expect.stringContaining(word)));
  });
});

describe('BIMI', () => {
  const CERTIFIED = 'v=BIMI1; l=https://shop.example/logo.svg; a=https://shop.example/vmc.pem';
  const enforced = `v=DMARC1; p=reject; ${RUA}`;
  test.each([
    [
      'v=BIMI1; l=https://shop.example/logo.svg; a=',
      'ok',
      ['Some providers, including Gmail, show no logo without a certificate'],
    ],
    [
      'v=BIMI1; l=https://shop.example/logo.svg',
      'ok',
      ['Some providers, including Gmail, show no logo without a certificate'],
    ],
    [CERTIFIED, 'ok', []],
    ['v=BIMI1; l=; a=;', 'ok', []],
    ['v=BIMI1; a=https://shop.example/vmc.pem', 'different', ['no l=']],
    ['v=BIMI1; l=http://shop.example/logo.svg; a=https://shop.example/vmc.pem', 'different', ['l= must be the https']],
    ['v=BIMI1; l=https://shop.example/logo.png; a=https://shop.example/vmc.pem', 'different', ['l= must be the https']],
    ['v=BIMI1; l=https://shop.example/logo.svg; a=vmc.pem', 'different', ['a= must be the https']],
  ])('%s is %s', async (text, state, words) => {
    dns.texts.set('_dmarc.shop.example', [enforced]);
    dns.texts.set('default._bimi.shop.example', [text]);
    const { bimi } = await records();
    expect(bimi).toMatchObject({ name: 'default._bimi.shop.example', state, published: [text], is_optional: true });
    expect(bimi!.advice).toEqual(words.map((word) => expect.stringContaining(word)));
  });

  test.each([
    ['v=DMARC1; p=quarantine; pct=100', true],
    ['v=DMARC1; p=reject; sp=reject', true],
    ['v=DMARC1; p=none', false],
    ['v=DMARC1; p=quarantine; pct=50', false],
    ['v=DMARC1; p=reject; t=y', false],
    [undefined, false],
  ])('under %s is useful: %s', async (policy, isEnforced) => {
    if (policy) dns.texts.set('_dmarc.shop.example', [policy]);
    dns.texts.set('default._bimi.shop.example', [CERTIFIED]);
    const { bimi } = await records();
    expect(bimi).toMatchObject({ state: 'ok', value: CERTIFIED });
    expect(bimi!.advice).toEqual(isEnforced ? [] : [expect.stringContaining('No provider shows the logo until DMARC')]);
  });

  test("that is missing is optional, and does not affect the domain's state", async () => {
    dns.texts.set('_dmarc.shop.example', [enforced]);
    expect((await records()).bimi).toMatchObject({
      ...{ state: 'missing', value: 'v=BIMI1; l=https://shop.example/logo.svg; a=', is_optional: true },
      advice: [expect.stringContaining('Optional.')],
    });
    const { verifiedAt } = await testApp.db.sendingDomain.findFirstOrThrow({ where: { teamId: api.teamId } });
    expect(verifiedAt).toEqual(expect.any(Date));
  });

  test('of the owner applies to subdomains, as does the subdomain policy', async () => {
    dns.texts.set('_dmarc.shop.example', [`v=DMARC1; p=reject; sp=none; ${RUA}`]);
    dns.texts.set('default._bimi.shop.example', [CERTIFIED]);
    expect((await records('news.shop.example')).bimi).toMatchObject({
      ...{ state: 'ok', name: 'default._bimi.news.shop.example', published: [CERTIFIED] },
      advice: [
        expect.stringContaining('default._bimi.shop.example also applies'),
        expect.stringContaining('No provider'),
      ],
    });
  });

  test('with duplicates is invalid', async () => {
    dns.texts.set('_dmarc.shop.example', [enforced]);
    dns.texts.set('default._bimi.shop.example', [CERTIFIED, 'v=BIMI1; l=; a=']);
    expect((await records()).bimi).toMatchObject({ state: 'different', advice: advised('There are 2 BIMI records') });
  });
});

describe('the return path', () => {
  test('needs its own MX and SPF records', async () => {
    const found = await records();
    expect(found.return_path_mx).toMatchObject({
      ...{ type: 'mx', name: 'bounces.shop.example', value: '10 news.shop.example', state: 'missing' },
      advice: advised('FEEDBACK_SMTP_PORT'),
    });
    expect(found.return_path_spf).toMatchObject({
      ...{ type: 'txt', name: 'bounces.shop.example', value: 'v=spf1 include:sendgrid.net ~all', state: 'missing' },
    });
    dns.mailServers.set('bounces.shop.example', ['mx1.shop.example', 'mx2.shop.example']);
    dns.texts.set('bounces.shop.example', ['v=spf1 include:sendgrid.net -all']);
    const after = await records('b.example');
    expect(after.return_path_mx).toMatchObject({ state: 'ok', published: ['mx1.shop.example', 'mx2.shop.example'] });
    expect(after.return_path_spf).toMatchObject({ state: 'ok', advice: [] });
  });

  test('that equals the sending domain has one SPF record', async () => {
    expect(Object.keys(await records('bounces.shop.example'))).toEqual([
      ...['dkim', 'spf', 'dmarc', 'return_path_mx', 'tls_reports', 'bimi'],
    ]);
  });
});

test('a name with DNS errors is unknown, with the record to publish', async () => {
  dns.broken.add('shop.example').add('_dmarc.shop.example').add('bounces.shop.example');
  for (const name of ['default._bimi', '_smtp._tls']) dns.broken.add(`${name}.shop.example`);
  const { spf, dmarc, bimi, tls_reports, return_path_mx } = await records();
  expect(spf).toMatchObject({ state: 'unknown', value: 'v=spf1 include:sendgrid.net ~all' });
  const others = [dmarc, bimi, tls_reports, return_path_mx].map((record) => record!.state);
  expect(others).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
});
