import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/ids.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { verifyDkim } from '../../support/dkim-verifier.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';

const DAY = 24 * 60 * 60_000;

let dns: DnsServer;
let api: TestApp;
let inbox: Inbox;
let number = 0;
beforeAll(async () => {
  dns = await startDnsServer();
  api = await openTestApp({ dnsServers: [dns.address] });
  await api.rest('POST', '/templates', { name: 'T', editor: 'html', subject: 'S', content: '<p>Hello</p>' });
});
afterAll(async () => {
  await inbox?.stop();
  await api.close();
  await dns.close();
});

interface Domain {
  id: string;
  domain: string;
  verified_at: string | null;
  checked_at: string | null;
  records: { name: string; value: string; state: string; is_optional: boolean }[];
}

const add = async (): Promise<Domain> =>
  (await api.rest('POST', '/sending-domains', { domain: `d${++number}.example` })).body.data;
/** Many at once, with one key, as key generation is slow. */
async function addMany(count: number): Promise<Domain[]> {
  const made = await row(await add());
  const rows = Array.from({ length: count }, () => ({ ...made, id: newId(), domain: `d${++number}.example` }));
  await api.db.sendingDomain.createMany({ data: rows.map((one) => ({ ...one, found: {}, oldKeys: [] })) });
  return Promise.all(rows.map((one) => read(one)));
}

const read = async ({ id }: Pick<Domain, 'id'>): Promise<Domain> =>
  (await api.rest('GET', `/sending-domains/${id}`)).body.data;
const publish = ({ records }: Domain) => {
  for (const { name, value } of records) dns.texts.set(name, [value]);
};
const withdraw = ({ records }: Domain) => {
  for (const { name } of records) dns.texts.delete(name);
};
const where = ({ id }: Domain) => ({ teamId_id: { teamId: api.teamId, id } });
const row = (domain: Domain) => api.db.sendingDomain.findUniqueOrThrow({ where: where(domain) });
const makeDue = (...domains: Domain[]) =>
  api.db.sendingDomain.updateMany({
    where: { id: { in: domains.map(({ id }) => id) } },
    data: { nextCheckAt: new Date(0) },
  });

/** Runs the due checks in several processes; returns their log lines about domains. */
async function round(processes = 1): Promise<string[]> {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _, done) {
      const { domain, msg } = JSON.parse(String(chunk));
      if (domain) lines.push(`${domain}: ${msg}`);
      done();
    },
  });
  const log = pino({ level: 'info' }, sink);
  const running = Array.from({ length: processes }, () => startJobs({ ...api.installation, log }));
  await Promise.all(running.map((jobs) => jobs.stop()));
  return lines;
}

/** When it is looked at next, in hours from its last look. */
const hoursUntilNext = async (domain: Domain): Promise<number> => {
  const { checkedAt, nextCheckAt } = await row(domain);
  return (nextCheckAt.getTime() - checkedAt!.getTime()) / 3_600_000;
};

test('a domain becomes verified by itself once its key is published, and its messages are signed', async () => {
  const domain = await add();
  expect(await round()).toEqual([]);
  expect((await read(domain)).checked_at).toBeNull(); // keys are not published within a second
  await makeDue(domain);
  await round();
  expect(await read(domain)).toMatchObject({ verified_at: null, checked_at: expect.any(String) });
  expect(await hoursUntilNext(domain)).toBeCloseTo(1 / 6);
  publish(domain);
  await makeDue(domain);
  expect(await round()).toEqual([`${domain.domain}: ${expectedLine('verified')}`]);
  const verified = await read(domain);
  const needed = verified.records.filter(({ is_optional }) => !is_optional);
  expect([verified.verified_at, needed.map(({ state }) => state)]).toEqual([expect.any(String), ['ok', 'ok', 'ok']]);
  expect(await hoursUntilNext(domain)).toBeCloseTo(6);
  inbox = await openInbox(api.installation);
  const mail = { template: 'T', from: `a@${domain.domain}`, to: ['ann@x.test'] };
  await api.rest('POST', '/transactional-mails', mail);
  const [message] = await inbox.mailTo('ann@x.test');
  expect(verifyDkim(message!.raw, (name) => dns.texts.get(name) ?? [])).toMatchObject({ pass: true });
});

test('a missing key unverifies the domain at the third check, and verifies it again when it returns', async () => {
  const domain = await add();
  publish(domain);
  await makeDue(domain);
  await round();
  const { verified_at } = await read(domain);
  withdraw(domain);
  for (let miss = 1; miss < 3; miss += 1) {
    await makeDue(domain);
    expect(await round()).toEqual([`${domain.domain}: ${expectedLine('missing')}`]);
    expect((await read(domain)).verified_at).toBe(verified_at);
    expect(await hoursUntilNext(domain)).toBeCloseTo(1);
  }
  await makeDue(domain);
  expect(await round()).toEqual([`${domain.domain}: ${expectedLine('lost')}`]);
  expect((await read(domain)).verified_at).toBeNull();
  publish(domain);
  await makeDue(domain);
  expect(await round()).toEqual([`${domain.domain}: ${expectedLine('verified')}`]);
});

test('a check that finds the key resets the count', async () => {
  const domain = await add();
  const look = async (published: boolean) => {
    (published ? publish : withdraw)(domain);
    await makeDue(domain);
    await round();
  };
  for (const published of [true, false, false, true, false, false]) await look(published);
  expect((await read(domain)).verified_at).not.toBeNull();
});

test('a domain stays verified however often DNS does not answer', async () => {
  const domain = await add();
  publish(domain);
  await makeDue(domain);
  await round();
  const { verified_at } = await read(domain);
  for (const { name } of domain.records) dns.broken.add(name);
  for (let times = 0; times < 5; times += 1) {
    await makeDue(domain);
    expect(await round()).toEqual([]);
  }
  const after = await read(domain);
  const needed = after.records.filter(({ is_optional }) => !is_optional);
  expect([after.verified_at, needed.map(({ state }) => state)]).toEqual([
    verified_at,
    domain.records.map(() => 'unknown'),
  ]);
  expect(await hoursUntilNext(domain)).toBeCloseTo(1);
});

test('a never verified domain is checked daily once it is a week old', async () => {
  const domain = await add();
  const createdAt = new Date(Date.now() - 8 * DAY);
  await api.db.sendingDomain.update({ where: where(domain), data: { createdAt, nextCheckAt: new Date(0) } });
  await round();
  expect(await hoursUntilNext(domain)).toBeCloseTo(24);
});

test('each domain is checked once by any number of processes', async () => {
  const domains = await addMany(25); // more than one process looks at in one go
  for (const domain of domains) publish(domain);
  await makeDue(...domains);
  const logged = await round(4);
  expect(logged.toSorted()).toEqual(domains.map(({ domain }) => `${domain}: ${expectedLine('verified')}`).toSorted());
});

test('a requested check counts at once and postpones the next one', async () => {
  const domain = await add();
  publish(domain);
  await makeDue(domain);
  await round();
  withdraw(domain);
  const { body } = await api.rest('POST', `/sending-domains/${domain.id}/check`);
  expect(body.data.verified_at).toBeNull();
  expect(await round()).toEqual([]);
});

function expectedLine(change: 'verified' | 'missing' | 'lost'): string {
  return {
    verified: 'found the DKIM key of a sending domain in DNS; signing its messages',
    missing:
      'the DKIM key of a sending domain is missing in DNS, so its signatures fail; checking again within the hour',
    lost: 'the DKIM key of a sending domain is still missing in DNS; no longer signing its messages',
  }[change];
}
