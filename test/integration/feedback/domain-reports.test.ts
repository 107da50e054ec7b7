import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTeam, type TestApp } from '../../support/app.ts';
import {
  dmarcReport,
  mailWith,
  type Reported,
  record,
  reportBegin,
  reportedDay,
  tlsReport,
  zip,
} from '../../support/domain-reports.ts';
import { BOUNCES, type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { ask } from '../../support/graphql.ts';
import { Metrics } from '../../support/metrics.ts';
import { awayFromMidnight } from '../../support/midnight.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

const DAY_S = 86_400;
/** DNS is not asked for domains that are not due. */
const LATER = new Date(Date.now() + DAY_S * 1000);

let feedbackApp: FeedbackApp;
let api: TestApp;
let key: { selector: string; publicKey: string; privateKey: Uint8Array<ArrayBuffer> };
beforeAll(async () => {
  feedbackApp = await openFeedbackApp();
  const { id } = (await feedbackApp.api.rest('POST', '/sending-domains', { domain: 'key.test' })).body.data;
  const select = { selector: true, publicKey: true, privateKey: true };
  key = await feedbackApp.api.db.sendingDomain.findFirstOrThrow({ where: { id }, select });
});
beforeEach(async () => {
  await awayFromMidnight();
  await feedbackApp.api.db.sendingDomain.deleteMany({ where: { domain: { endsWith: 'shop.test' } } });
  api = await openTeam(feedbackApp.api);
});
afterAll(() => feedbackApp.close());

/** A sending domain of a team. The key is old: a new one takes a quarter of a second. */
async function own(domain = 'shop.test', { team = api, verifiedAt = new Date() as Date | null } = {}): Promise<string> {
  const row = { ...key, teamId: team.teamId, id: crypto.randomUUID(), domain, verifiedAt, nextCheckAt: LATER };
  return (await feedbackApp.api.db.sendingDomain.create({ data: row })).id;
}

const mail = (content: string, to = `dmarc@${BOUNCES}`) => feedbackApp.sendToListener(to, mailWith(gzipSync(content)));
const report = (records: string, given: Reported = {}) => mail(dmarcReport(records, given));
const read = async (id: string, query = '', team = api) =>
  (await team.rest('GET', `/sending-domains/${id}/reports${query}`)).body;
const sources = async (id: string, query = '', team = api) =>
  (await read(id, query, team)).data.map(({ source, total }: { source: string; total: number }) => [source, total]);
const counted = async (outcome: string) => {
  const { payload } = await feedbackApp.api.app.inject({ url: '/metrics' });
  return new Metrics(payload).sum('tidings_domain_reports_total', { outcome }) ?? 0;
};

test('an aggregate report is shown by source, with passes and outcomes', async () => {
  const id = await own();
  const records = [
    record({ ip: '192.0.2.1', count: 5 }),
    record({ ip: '192.0.2.1', count: 2, dkim: 'fail', spf: 'pass' }),
    record({ ip: '2001:db8::7', count: 30, dkim: 'fail', spf: 'fail', disposition: 'reject' }),
    record({ ip: '192.0.2.1', count: 1, dkim: 'fail', spf: 'fail', disposition: 'quarantine' }),
  ];
  expect(await report(records.join(''))).toBe(250);
  expect(await report(record({ ip: '192.0.2.1', count: 10, spf: 'pass' }), { org: 'other.test' })).toBe(250);
  const day = reportedDay();
  expect((await read(id)).data).toEqual([
    {
      ...{ kind: 'dmarc', source: '2001:db8::7', total: 30, passed: 0, failed: 30, dkim_passed: 0, spf_passed: 0 },
      results: [{ result: 'reject', count: 30 }],
      ...{ reporters: ['mailbox.test'], first_day: day, last_day: day },
    },
    {
      ...{ kind: 'dmarc', source: '192.0.2.1', total: 18, passed: 17, failed: 1, dkim_passed: 15, spf_passed: 12 },
      results: [
        { result: 'none', count: 17 },
        { result: 'quarantine', count: 1 },
      ],
      ...{ reporters: ['mailbox.test', 'other.test'], first_day: day, last_day: day },
    },
  ]);
});

describe('a report is read', () => {
  const xml = () => dmarcReport(record());
  test.each([
    ['by gzip', () => mailWith(gzipSync(xml()))],
    ['by gzip under a wrong type', () => mailWith(gzipSync(xml()), 'application/octet-stream', 'report')],
    ['by zip', () => mailWith(zip(xml()), 'application/zip', 'report.zip')],
    ['plain', () => mailWith(xml(), 'text/xml', 'report.xml')],
    ['with a byte order mark', () => mailWith(`\ufeff${xml()}`, 'application/xml', 'report.xml')],
    [
      'as the whole mail',
      () =>
        `Subject: Report\r\nContent-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\n\r\n${zip(xml()).toString('base64')}\r\n`,
    ],
    [
      'of RFC 9990, with a namespace and more elements',
      () =>
        mailWith(
          gzipSync(
            xml()
              .replace('<feedback>', '<feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0" xmlns:x="urn:x">')
              .replace(
                '<p>none</p>',
                '<p>none</p><np>reject</np><testing>n</testing><discovery_method>treewalk</discovery_method>',
              )
              .replace('<disposition>none</disposition>', '<disposition>pass</disposition>')
              .replace('</feedback>', '<x:extension><x:more>1</x:more></x:extension></feedback>'),
          ),
        ),
    ],
    ['without white space', () => mailWith(gzipSync(xml().replace(/\n\s*/g, '')))],
    ['with a prefix before each name', () => mailWith(gzipSync(xml().replace(/<(\/?)(?=[a-z])/g, '<$1d:')))],
    [
      'without the sender of its records',
      () => mailWith(gzipSync(xml().replace(/<header_from>.*<\/header_from>/, ''))),
    ],
  ])('%s', async (_name, written) => {
    const id = await own();
    expect(await feedbackApp.sendToListener(`dmarc@${BOUNCES}`, written())).toBe(250);
    expect(await sources(id)).toEqual([['192.0.2.1', 2]]);
    expect((await read(id)).data[0].results).toEqual([{ result: 'none', count: 2 }]);
  });

  test('at either address, in capitals too', async () => {
    const id = await own();
    expect(await mail(dmarcReport(record()), `DMARC@${BOUNCES.toUpperCase()}`)).toBe(250);
    expect(await mail(dmarcReport(record()), `tlsrpt@${BOUNCES}`)).toBe(250);
    expect(await sources(id)).toEqual([['192.0.2.1', 4]]);
  });
});

test('a repeated report counts once, at any time', async () => {
  const id = await own();
  const before = await counted('repeated');
  const same = mailWith(gzipSync(dmarcReport(record(), { id: 'once' })));
  const codes = await Promise.all(
    Array.from({ length: 5 }, () => feedbackApp.sendToListener(`dmarc@${BOUNCES}`, same)),
  );
  expect(codes).toEqual([250, 250, 250, 250, 250]);
  expect(await report(record({ ip: '192.0.2.9' }), { id: 'once' })).toBe(250);
  expect(await sources(id)).toEqual([['192.0.2.1', 2]]);
  expect((await counted('repeated')) - before).toBe(5);
  await report(record(), { id: 'once', org: 'other.test' });
  expect(await sources(id)).toEqual([['192.0.2.1', 4]]);
});

describe('a report is kept', () => {
  test('for each team that has verified the domain, and no other', async () => {
    const other = await openTeam(feedbackApp.api);
    const third = await openTeam(feedbackApp.api);
    const mine = await own();
    const theirs = await own('shop.test', { team: other });
    const unverified = await own('shop.test', { team: third, verifiedAt: null });
    await report(record());
    expect(await sources(mine)).toEqual([['192.0.2.1', 2]]);
    expect(await sources(theirs, '', other)).toEqual([['192.0.2.1', 2]]);
    expect(await sources(unverified, '', third)).toEqual([]);
    const answer = await api.rest('GET', `/sending-domains/${theirs}/reports`);
    expect(answer.status).toBe(404);
  });

  test('by a team’s closest domain, the sender’s or one above it', async () => {
    const other = await openTeam(feedbackApp.api);
    const below = await own('news.shop.test');
    const whole = await own('shop.test');
    const theirs = await own('news.shop.test', { team: other });
    const froms = ['shop.test', 'news.shop.test', 'a.news.shop.test', 'b.shop.test', 'notshop.test', 'other.test'];
    await report(froms.map((from, index) => record({ from, ip: `192.0.2.${index + 1}`, count: 10 - index })).join(''));
    expect(await sources(whole)).toEqual([
      ['192.0.2.1', 10],
      ['192.0.2.4', 7],
    ]);
    const ofBelow = [
      ['192.0.2.2', 9],
      ['192.0.2.3', 8],
    ];
    expect(await sources(below)).toEqual(ofBelow);
    expect(await sources(theirs, '', other)).toEqual(ofBelow);
  });

  test('is not kept for an unknown domain', async () => {
    const id = await own();
    const before = await counted('foreign');
    expect(await report(record({ from: 'nobody.test' }), { domain: 'nobody.test' })).toBe(250);
    expect(await report(record({ from: 'shop.test.evil.test' }), { domain: 'evil.test' })).toBe(250);
    expect((await counted('foreign')) - before).toBe(2);
    expect(await sources(id)).toEqual([]);
  });

  test('until its domain is deleted', async () => {
    const id = await own();
    await report(record());
    expect((await api.rest('DELETE', `/sending-domains/${id}`)).status).toBe(204);
    expect(await feedbackApp.api.db.domainReport.count({ where: { domainId: id } })).toBe(0);
  });

  test('for 400 days', async () => {
    const id = await own();
    await report(record({ ip: '192.0.2.1' }));
    await feedbackApp.api.db.domainReport.updateMany({
      where: { domainId: id },
      data: { day: new Date(Date.now() - 402 * DAY_S * 1000) },
    });
    await report(record({ ip: '192.0.2.2' }));
    const jobs = startJobs({
      ...feedbackApp.api.installation,
      config: { ...feedbackApp.api.installation.config, databasePool: 3 },
    });
    await until(async () => (await feedbackApp.api.db.domainReport.count({ where: { domainId: id } })) === 1);
    await jobs.stop();
    expect(await sources(id)).toEqual([['192.0.2.2', 2]]);
    expect(await feedbackApp.api.db.domainReportSource.count({ where: { domainId: id } })).toBe(1);
  });
});

describe('other mail to the reports address is accepted, and counts for nothing:', () => {
  const bomb = () => dmarcReport(record()).replace('<record>', `<x>${'a'.repeat(5_000_000)}</x><record>`);
  const entities = `<!DOCTYPE feedback [<!ENTITY a "${'ha'.repeat(100)}"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
  test.each([
    ['a letter', () => 'Subject: Hello\r\n\r\nHow are you?\r\n'],
    ['nothing', () => ''],
    ['a page', () => mailWith('<html><body>feedback</body></html>', 'text/html', 'a.html')],
    ['another XML', () => mailWith('<rss><channel/></rss>', 'text/xml', 'a.xml')],
    ['another JSON', () => mailWith('{"organization-name": 7}', 'application/json', 'a.json')],
    ['broken JSON', () => mailWith(`{"a":${'['.repeat(100_000)}`, 'application/json', 'a.json')],
    ['JSON within JSON', () => mailWith(gzipSync(`{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`))],
    ['a TLS report of two megabytes', () => mailWith(gzipSync(tlsReport([{ x: 'x'.repeat(2_000_000) }])))],
    ['a gzip that was cut off', () => mailWith(gzipSync(dmarcReport(record().repeat(50))).subarray(0, 200))],
    ['a gzip of noise', () => mailWith(Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))],
    ['a zip of noise', () => mailWith(Buffer.from('PK\x03\x04nothing at all'), 'application/zip', 'a.zip')],
    ['a report that was cut off', () => mailWith(gzipSync(dmarcReport(record()).replace('</feedback>', '')))],
    ['a gzip that unpacks to five megabytes', () => mailWith(gzipSync(bomb()))],
    ['a zip that unpacks to five megabytes', () => mailWith(zip(bomb()), 'application/zip', 'a.zip')],
    ['a zip that says it is small', () => mailWith(zip(bomb(), { says: 1_000 }), 'application/zip', 'a.zip')],
    ['a zip that says it is huge', () => mailWith(zip('x', { says: 4_000_000_000 }), 'application/zip', 'a.zip')],
    ['elements within elements', () => mailWith(gzipSync(`<feedback>${'<a>'.repeat(500_000)}`))],
    ['a report without its domain', () => mailWith(gzipSync(dmarcReport(record(), { domain: '' })))],
    ['a report without its time', () => mailWith(gzipSync(dmarcReport(record()).replace(/<begin>\d+/, '<begin>soon')))],
    ['a domain that is an entity', () => mailWith(gzipSync(entities + dmarcReport(record(), { domain: '&b;' })))],
  ])('%s', async (_name, written) => {
    const id = await own();
    const before = await counted('unreadable');
    expect(await feedbackApp.sendToListener(`dmarc@${BOUNCES}`, written())).toBe(250);
    expect((await read(id)).data).toEqual([]);
    expect((await counted('unreadable')) - before).toBe(1);
  });

  test.each([
    ['of two months ago', () => ({ from: reportBegin() - 60 * DAY_S })],
    ['of next week', () => ({ from: reportBegin() + 9 * DAY_S })],
    ['that ends before it begins', () => ({ to: reportBegin() - 1 })],
    ['of half a year', () => ({ from: reportBegin() - 180 * DAY_S, to: reportBegin() })],
    ['of the end of time', () => ({ from: 99_999_999_999, to: 99_999_999_999 })],
  ])('a report %s', async (_name, time) => {
    const id = await own();
    const before = await counted('untimely');
    expect(await report(record(), time())).toBe(250);
    expect((await read(id)).data).toEqual([]);
    expect((await counted('untimely')) - before).toBe(1);
  });
});

test('empty records are skipped, and the others counted', async () => {
  const id = await own();
  const odd = [
    ...[{ ip: 'localhost' }, { ip: '' }, { count: 0 }, { count: -3 }, { count: 'many' }, { count: 1.5 }, { count: '' }],
    ...[{ from: 'a b' }, { from: '.' }],
  ];
  await report(odd.map(record).join('') + record({ ip: '192.0.2.5', disposition: '<b/>', dkim: 'PASS' }));
  expect((await read(id)).data).toMatchObject([
    { source: '192.0.2.5', total: 2, passed: 2, results: [{ result: 'none', count: 2 }] },
  ]);
});

test('impossible numbers do no harm', async () => {
  const id = await own();
  for (let index = 0; index < 3; index += 1) await report(record({ count: `9${'0'.repeat(30)}` }));
  expect((await read(id)).data).toMatchObject([{ total: 999_999_999, passed: 999_999_999, failed: 0 }]);
});

test('a reporter’s words are kept on one line, and short', async () => {
  const id = await own();
  await report(record(), { org: `A &amp; B&#10;\u0007 ${'x'.repeat(300)}` });
  const [{ reporters }] = (await read(id)).data;
  expect(reporters).toEqual([`A & B ${'x'.repeat(94)}`]);
});

test('invented reports fill no more than the daily limit', async () => {
  const id = await own();
  await statement(
    feedbackApp.api.databaseUrl,
    `insert into domain_reports (team_id, domain_id, key, kind, reporter, day, sources)
     select ${api.teamId}, '${id}', sha256(n::text::bytea), 'dmarc', 'forger.test', now(), 0 from generate_series(1, 1000) n`,
  );
  const before = await counted('flood');
  expect(await report(record())).toBe(250);
  expect((await counted('flood')) - before).toBe(1);
  expect((await read(id)).data).toEqual([]);
  const wide = await own('wide.shop.test');
  const address = (n: number) => `10.1.${Math.floor(n / 250)}.${n % 250}`;
  const many = Array.from({ length: 1_500 }, (_, n) =>
    record({ ip: address(n), from: 'wide.shop.test', count: n + 1 }),
  );
  await report(many.join(''), { domain: 'wide.shop.test' });
  const { data, meta } = await read(wide);
  expect([data[0].total, meta.total]).toEqual([1_500, 1_000]);
});

test('a TLS report is shown by server and type of failure', async () => {
  const id = await own();
  const policies = [
    {
      policy: {
        'policy-type': 'sts',
        'policy-string': ['version: STSv1'],
        'policy-domain': 'shop.test',
        'mx-host': ['mx.shop.test'],
      },
      summary: { 'total-successful-session-count': 100, 'total-failure-session-count': 8 },
      'failure-details': [
        { 'result-type': 'certificate-expired', 'receiving-mx-hostname': 'mx2.shop.test', 'failed-session-count': 5 },
        { 'result-type': 'anything else', 'receiving-ip': '192.0.2.7', 'failed-session-count': 2 },
      ],
    },
    { policy: { 'policy-type': 'no-policy-found', 'policy-domain': 'elsewhere.test' }, summary: {} },
  ];
  const packed = mailWith(gzipSync(tlsReport(policies)), 'application/tlsrpt+gzip', 'report.json.gz');
  expect(await feedbackApp.sendToListener(`tlsrpt@${BOUNCES}`, packed)).toBe(250);
  expect(await feedbackApp.sendToListener(`tlsrpt@${BOUNCES}`, packed)).toBe(250);
  const { data } = await read(id, '?kind=tls');
  expect(data[0]).toEqual({
    ...{ kind: 'tls', source: 'mx.shop.test', total: 101, passed: 100, failed: 1, dkim_passed: null, spf_passed: null },
    results: [
      { result: 'successful', count: 100 },
      { result: 'other', count: 1 },
    ],
    ...{ reporters: ['mailbox.test'], first_day: reportedDay(), last_day: reportedDay() },
  });
  expect(data.slice(1)).toMatchObject([
    { source: 'mx2.shop.test', failed: 5, results: [{ result: 'certificate-expired', count: 5 }] },
    { source: '192.0.2.7', failed: 2, results: [{ result: 'other', count: 2 }] },
  ]);
  const plain = {
    policy: { 'policy-domain': 'shop.test', 'policy-string': ['"[{\\"'] },
    summary: { 'total-successful-session-count': 3 },
  };
  await feedbackApp.sendToListener(
    `tlsrpt@${BOUNCES}`,
    mailWith(tlsReport([plain]), 'application/tlsrpt+json', 'report.json'),
  );
  expect(await sources(id, '?kind=tls')).toContainEqual([null, 3]);
  expect(await sources(id, '?kind=dmarc')).toEqual([]);
});

describe('reports can be listed', () => {
  test('by days and kind, in pages', async () => {
    const id = await own();
    await report(record({ ip: '192.0.2.1', count: 3 }));
    await report(record({ ip: '192.0.2.2', count: 9 }), { from: reportBegin() - 10 * DAY_S });
    await report(record({ ip: '192.0.2.3', count: 6 }), { from: reportBegin() - 10 * DAY_S });
    const day = new Date((reportBegin() - 10 * DAY_S) * 1000).toISOString().slice(0, 10);
    expect(await sources(id, `?since=${reportedDay()}`)).toEqual([['192.0.2.1', 3]]);
    expect(await sources(id, `?since=${day}&until=${day}`)).toEqual([
      ['192.0.2.2', 9],
      ['192.0.2.3', 6],
    ]);
    expect(await sources(id, '?per_page=1&page=2')).toEqual([['192.0.2.3', 6]]);
    expect((await read(id, '?per_page=1&page=2')).meta.total).toBe(3);
    expect(await sources(id, '?kind=tls')).toEqual([]);
  });

  test.each([
    ['since=yesterday', 'since'],
    ['until=2026-02-30', 'until'],
    ['since=2026-03-02&until=2026-03-01', 'until'],
    ['since=2020-01-01', 'since'],
    ['kind=arf', 'kind'],
  ])('%s is refused', async (query, field) => {
    const { status, body } = await api.rest('GET', `/sending-domains/${await own()}/reports?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test('of several domains at once, in GraphQL, with two statements, and from a cursor', async () => {
    const ids = [await own('a.shop.test'), await own('b.shop.test'), await own('c.shop.test')];
    for (const from of ['a.shop.test', 'b.shop.test']) {
      const records = [record({ from, ip: '192.0.2.1', count: 3 }), record({ from, ip: '192.0.2.2', count: 3 })];
      await report(records.join('') + record({ from, ip: '192.0.2.3', count: 1 }));
    }
    const query =
      '{ sendingDomains(first: 3) { nodes { domain reports(first: 2) { totalCount nodes { source } pageInfo { hasNextPage } } } } }';
    const three = await api.statements(async () => {
      const { sendingDomains } = await ask(api, query);
      const found = new Map(sendingDomains.nodes.map((node: { domain: string }) => [node.domain, node]));
      expect(found.get('c.shop.test')).toMatchObject({ reports: { totalCount: 0, nodes: [] } });
      expect(found.get('b.shop.test')).toMatchObject({ reports: { totalCount: 3, pageInfo: { hasNextPage: true } } });
    });
    // Mail delivery queries its queue at the same time.
    const ofReports = three.filter((text) => text.includes('domain_reports'));
    expect(ofReports).toHaveLength(2);
    const field = 'reports(first: 2, kind: DMARC, after: $after) { nodes { source } pageInfo { endCursor } }';
    const page = (after: string | null) =>
      api.graphql(`query ($after: String) { sendingDomain(id: "${ids[0]}") { ${field} } }`, { after });
    const first = (await page(null)).body.data.sendingDomain.reports;
    const second = (await page(first.pageInfo.endCursor)).body.data.sendingDomain.reports;
    const seen = [...first.nodes, ...second.nodes].map(({ source }: { source: string }) => source);
    expect(seen.sort()).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3']);
    expect(seen.at(-1)).toBe('192.0.2.3');
  });
});

test('a report is deferred while it cannot be stored, and accepted when it is sent again', async () => {
  const id = await own();
  const { db } = feedbackApp.api;
  const same = mailWith(gzipSync(dmarcReport(record())));
  await db.$executeRaw`alter table domain_report_sources rename to away`;
  expect(await feedbackApp.sendToListener(`dmarc@${BOUNCES}`, same)).toBe(451);
  await db.$executeRaw`alter table away rename to domain_report_sources`;
  expect(await sources(id)).toEqual([]);
  expect(await feedbackApp.sendToListener(`dmarc@${BOUNCES}`, same)).toBe(250);
  expect(await sources(id)).toEqual([['192.0.2.1', 2]]);
});
