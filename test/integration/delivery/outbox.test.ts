import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDelivery } from '../../../src/delivery/start-delivery.ts';
import { createOutbox } from '../../../src/delivery/transports/outbox.ts';
import { send as sendStep } from '../../../src/domain/automations/steps/send.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openSocket } from '../../support/api-interfaces.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { executeStep, insertAutomation, startRuns } from '../../support/at-step.ts';
import { makeList, rowsOf, subscribeMany } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { ask } from '../../support/graphql.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let dns: DnsServer;
let folder: string;
let delivery: ReturnType<typeof startDelivery>;
let jobs: ReturnType<typeof startJobs>;

beforeAll(async () => {
  dns = await startDnsServer();
  api = await openTestApp({ dnsServers: [dns.address] });
  folder = join(api.installation.config.dataDir as string, 'outbox');
  delivery = startDelivery({ ...api.installation, transport: createOutbox(folder) });
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE);
  await api.rest('PATCH', '/team', { postal_address: 'Harbour Road 1, Porto' });
});
afterAll(async () => {
  await jobs.stop();
  await delivery.stop();
  await api.close();
  await dns.close();
});

const send = async (to: string, more: object = {}): Promise<string> => {
  const mail = { from: 'Café <shop@shop.test>', to: [to], subject: 'Zurück, für dich', html: '<p>Grüße</p>', ...more };
  const { status, body } = await api.rest('POST', '/transactional-mails', mail);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
};
const readOutbox = async (path = ''): Promise<{ id: string; to: string; subject: string; kind: string }[]> =>
  (await api.rest('GET', `/outbox?per_page=100${path}`)).body.data;
const settled = (count: number) => until(async () => (await readOutbox()).length >= count);

test('an unused outbox is empty', async () => {
  const { status, body } = await api.rest('GET', '/outbox');
  expect([status, body.data, body.meta.total]).toEqual([200, [], 0]);
});

test('other accounts on the machine cannot read the outbox, even one made by an earlier version', async () => {
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  const parent = await mkdtemp(join(tmpdir(), 'tidings-outbox-'));
  for (const [name, mode] of [
    ['new', undefined],
    ['older', 0o755],
    ['open', 0o777],
    ['group', 0o750],
  ] as const) {
    const path = join(parent, name);
    if (mode !== undefined) {
      await mkdir(path);
      await chmod(path, mode);
    }
    expect((await createOutbox(path).connect()).kind).toBe('connected');
    expect([name, await modeOf(path)]).toEqual([name, 0o700]);
  }
  await rm(parent, { recursive: true });
});

test('a message is shown unchanged, and parsed', async () => {
  const attachments = [
    { filename: 'menü.txt', content: Buffer.from('rye').toString('base64'), content_type: 'text/plain' },
  ];
  const id = await send('ann@people.test', { attachments, headers: { 'X-Order': '7' } });
  await settled(1);
  const [row] = await readOutbox();
  expect(row).toMatchObject({ id, kind: 'transactional', to: 'ann@people.test', subject: 'Zurück, für dich' });
  const { body } = await api.rest('GET', `/outbox/${id}`);
  const { content, from } = body.data;
  expect(from).toBe('Café <shop@shop.test>');
  expect(content.html).toContain('<p>Grüße</p>');
  expect(content.text).toContain('Grüße');
  expect(content.headers).toContainEqual({ name: 'X-Order', value: '7' });
  expect(content.attachments).toEqual([{ filename: 'menü.txt', content_type: 'text/plain', size: 3 }]);
  expect(content.source).toMatch(/^[\w-]+: /);
  const read = `{ outboxMessage(messageId: "${id}") { transactionalMail { subject keptInOutbox } } }`;
  expect(await ask(api, read)).toEqual({
    outboxMessage: { transactionalMail: { subject: 'Zurück, für dich', keptInOutbox: true } },
  });
});

test('a message from a verified domain is shown with its signature before it', async () => {
  const { id: domain, records } = (await api.rest('POST', '/sending-domains', { domain: 'signed.test' })).body.data;
  for (const { name, value } of records) dns.texts.set(name, [value]);
  expect((await api.rest('POST', `/sending-domains/${domain}/check`)).body.data.verified_at).not.toBeNull();
  const before = (await readOutbox()).length;
  const id = await send('dan@people.test', { from: 'shop@signed.test' });
  await settled(before + 1);
  const { content } = (await api.rest('GET', `/outbox/${id}`)).body.data;
  const [signature = '', after = ''] = content.source.split(/\r?\n(?![ \t])/);
  expect(signature).toMatch(/^DKIM-Signature: v=1; a=rsa-sha256; .*\bd=signed\.test;/s);
  expect(after).toMatch(/^[\w-]+: /);
  expect(content.html).toContain('<p>Grüße</p>');
});

test('messages of campaigns are shown too, in pages, newest first', async () => {
  const list = await makeList(api, { name: 'Readers' });
  await subscribeMany(api, list, rowsOf(5, 'reader'));
  const campaign = await makeCampaign(api, list, { name: 'Spring' });
  const draft = await makeCampaign(api, list, { name: 'Draft' });
  const { status, body } = await api.rest('POST', `/campaigns/${campaign}/send`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect((await untilEnded(api, campaign)).status).toBe('sent');
  await settled(6);
  const kept = `{ campaign(id: "${campaign}") { keptInOutbox } draft: campaign(id: "${draft}") { keptInOutbox } }`;
  expect(await ask(api, kept)).toEqual({ campaign: { keptInOutbox: true }, draft: { keptInOutbox: false } });
  const all = await readOutbox();
  expect(all.filter(({ kind }) => kind === 'campaign')).toHaveLength(5);
  const page =
    'query ($after: String) { outbox(first: 4, after: $after) { nodes { id: messageId } pageInfo { endCursor hasNextPage } } }';
  const { outbox: first } = await ask(api, page);
  const { outbox: second } = await ask(api, page, { after: first.pageInfo.endCursor });
  const ids = [...first.nodes, ...second.nodes].map(({ id }: { id: string }) => id);
  expect(ids).toEqual(all.map(({ id }) => id));
  expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
  const back = 'query ($before: String) { outbox(last: 2, before: $before) { nodes { id: messageId } } }';
  const { outbox: before } = await ask(api, back, { before: first.pageInfo.endCursor });
  expect(before.nodes.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1, 3));
});

test('the campaigns of messages are read in one statement', async () => {
  const list = await makeList(api, { name: 'Few' });
  await subscribeMany(api, list, rowsOf(2, 'few'));
  for (const name of ['First', 'Second']) {
    const campaign = await makeCampaign(api, list, { name });
    await api.rest('POST', `/campaigns/${campaign}/send`);
    expect((await untilEnded(api, campaign)).status).toBe('sent');
  }
  const query = 'query ($first: Int!) { outbox(first: $first) { nodes { campaignId campaign { id name } } } }';
  const read = async (first: number) => {
    let shown: { campaignId: string; campaign: { id: string; name: string } }[] = [];
    const sent = await api.statements(async () => {
      shown = (await ask(api, query, { first })).outbox.nodes;
    });
    expect(shown.map(({ campaign }) => campaign.id)).toEqual(shown.map(({ campaignId }) => campaignId));
    return { names: new Set(shown.map(({ campaign }) => campaign.name)), statements: sent.length };
  };
  await until(async () => (await read(4)).names.size === 2);
  const [one, four] = [await read(1), await read(4)];
  expect(four.names).toEqual(new Set(['First', 'Second']));
  expect(four.statements).toBe(one.statements);
});

test('another team does not see it, and the installation’s account e-mails are not shown', async () => {
  const id = await send('ben@people.test');
  await until(async () => (await readOutbox()).some((one) => one.id === id));
  const other = { token: api.otherToken };
  expect((await api.rest('GET', '/outbox', undefined, other)).body.data).toEqual([]);
  expect((await api.rest('GET', `/outbox/${id}`, undefined, other)).status).toBe(404);
});

test('messages to an erased person are no longer shown', async () => {
  const id = await send('eve@people.test');
  await until(async () => (await readOutbox()).some((one) => one.id === id));
  await until(async () => (await api.rest('GET', `/transactional-mails/${id}`)).body.data.status === 'sent');
  expect((await api.rest('POST', '/people/erase', { email: 'eve@people.test' })).status).toBe(204);
  expect((await readOutbox()).some((one) => one.id === id)).toBe(false);
  expect((await api.rest('GET', `/outbox/${id}`)).status).toBe(404);
});

interface Filed {
  outboxMessageCreated: { messageId: string };
}

test('new messages are announced, to their team alone', async () => {
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const received: Record<string, string[]> = { mine: [], theirs: [] };
  const sockets = [
    ['mine', api.token],
    ['theirs', api.otherToken],
  ].map(([who, token]) => {
    const socket = openSocket(address, token as string);
    socket.subscribe(
      { query: 'subscription { outboxMessageCreated { messageId } }' },
      {
        next: ({ data }) =>
          void received[who as string]!.push((data as unknown as Filed).outboxMessageCreated.messageId),
        error: () => {},
        complete: () => {},
      },
    );
    return socket;
  });
  const sent: string[] = [];
  await until(async () => {
    sent.push(await send('live@people.test'));
    return received.mine!.length > 0;
  });
  await until(() => received.mine!.includes(sent.at(-1)!));
  expect(sent).toEqual(expect.arrayContaining(received.mine!));
  expect(received.theirs).toEqual([]);
  for (const socket of sockets) await socket.dispose();
});

test('a message whose file was deleted is not found', async () => {
  const id = await send('gone@people.test');
  await until(async () => (await readOutbox()).some((one) => one.id === id));
  await rm(folder, { recursive: true });
  expect(await readOutbox()).toEqual([]);
  expect((await api.rest('GET', `/outbox/${id}`)).status).toBe(404);
});

test('there is no outbox while messages are sent through MAIL_URL', async () => {
  const sending = await openTestApp({ mailUrl: 'smtp://127.0.0.1:1' });
  expect((await sending.rest('GET', '/outbox')).status).toBe(404);
  expect(await ask(sending, '{ outbox { nodes { messageId } } }')).toEqual({ outbox: null });
  await sending.close();
});

test('an automation e-mail is shown as a campaign message of no campaign', async () => {
  const list = await makeList(api);
  const email = 'automated@people.test';
  await subscribeMany(api, list, [{ email }]);
  const step = { id: 'first', type: 'send', template: TEMPLATE.name } as const;
  const automation = await insertAutomation(api, { listId: list, steps: [step] });
  await executeStep(api, sendStep, automation, await startRuns(api, automation, [email]));
  const row = await until(async () => (await readOutbox()).find(({ to }) => to.includes(email)));
  expect(row).toMatchObject({ kind: 'campaign' });
  const { outboxMessage } = await ask(api, 'query ($id: ID!) { outboxMessage(messageId: $id) { kind campaignId } }', {
    id: row.id,
  });
  expect(outboxMessage).toEqual({ kind: 'CAMPAIGN', campaignId: null });
});
