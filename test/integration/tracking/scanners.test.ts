import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recountCampaign } from '../../../src/domain/campaigns/recount.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import {
  fetchAs,
  type ReceivedMessage,
  readMessage,
  reportOf,
  SCANNER,
  sendCampaignTo,
} from '../../support/received-messages.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
let number = 0;

const NAME = 'Four links';
const CONTENT = `<html><body>${['a', 'b', 'c', 'd'].map((at) => `<a href="https://shop.test/${at}">${at}</a>`).join(' ')}</body></html>`;

async function open(withoutTriggers: boolean) {
  api = await openTestApp({}, { withoutTriggers });
  inbox = await openInbox(api.installation, []);
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', { name: NAME, editor: 'html', subject: 'News', content: CONTENT });
}

async function close() {
  await jobs.stop();
  await inbox.stop();
  await api.close();
}

async function send(people = 1) {
  const run = ++number;
  const list = await makeList(api);
  const emails = Array.from({ length: people }, (_, index) => `p${index}.${run}@people.test`);
  await subscribe(
    api,
    list,
    emails.map((email) => ({ email })),
  );
  return { list, emails, ...(await sendCampaignTo(api, inbox, list, emails, { template: NAME })) };
}

/** A mail of its own. */
async function sendMail() {
  const to = `m${++number}@mail.test`;
  const mail = { template: NAME, from: 'shop@shop.test', to: [to] };
  const { id } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
  const read = async () => (await api.rest('GET', `/transactional-mails/${id}`)).body.data;
  await until(async () => (await read()).status === 'sent');
  await api.db.transactionalMail.updateMany({ where: { id }, data: { sentAt: new Date(Date.now() - 60_000) } });
  return { to, read, message: readMessage((await inbox.mailTo(to))[0]!, to) };
}

const trapOf = ({ raw }: ReceivedMessage): string =>
  new URL(/href="(http:\/\/[^"]+\/more\/[^"]+)"/.exec(raw.replace(/=\r\n/g, '').replace(/=3D/g, '='))![1]!).pathname;

/** A column's time moved by seconds. In UTC, because a cluster only passes on what no setting changes. */
const moved = (column: string, seconds: number) =>
  `(${column} at time zone 'UTC' + interval '${seconds} seconds') at time zone 'UTC'`;

/** As if everything so far had happened long before. */
const longAgo = (seconds = 60) =>
  statement(
    api.databaseUrl,
    `update reactions set at = ${moved('at', -seconds)} where team_id = ${api.teamId};
     update touches set at = ${moved('at', -seconds)} where team_id = ${api.teamId}`,
  );

/** As if the clicks in a message so far had happened within this second, however long that took. */
const justNow = ({ id }: ReceivedMessage) =>
  statement(
    api.databaseUrl,
    `update touches set at = ${moved('at', 30)}
       where team_id = ${api.teamId} and kind = 'click' and at in (
         select r.at from reactions r where r.team_id = ${api.teamId} and r.message_id = '${id}' and r.kind = 'click');
     update subscribers set engaged_at = ${moved('engaged_at', 30)}
       where team_id = ${api.teamId} and person_key in (
         select m.person_key from messages m where m.team_id = ${api.teamId} and m.id = '${id}');
     update reactions set at = ${moved('at', 30)}
       where team_id = ${api.teamId} and message_id = '${id}' and kind = 'click'`,
  );

/** Fetches three links within a second. */
async function fetchThree(message: ReceivedMessage): Promise<void> {
  for (const url of message.clicks.slice(0, 2)) await fetchAs(api, url);
  await justNow(message);
  await fetchAs(api, message.clicks[2]!);
}

const recounted = (id: string) => recountCampaign(createScope(api.db, { id: api.teamId }, WORKER), id);
const creditOf = async (email: string) =>
  (await api.rest('POST', '/conversions', { email, value: 100, currency: 'EUR' })).body.data.attribution;

/** An automation that a click in the campaign starts. */
async function listening(campaign: string, list: string, steps: object[], entry: object = {}) {
  const input = { name: `C${++number}`, list, trigger: { type: 'clicked', campaign }, entry, steps };
  const made = await api.rest('POST', '/automations', input);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id } = made.body.data;
  expect((await api.rest('POST', `/automations/${id}/activate`)).status).toBe(200);
  return {
    id,
    runs: () => api.db.automationRun.count({ where: { automationId: id } }),
    report: async () => (await api.rest('GET', `/automations/${id}/report`)).body.data,
  };
}

describe.each([
  ['on one machine', false],
  ['laid out as on several machines', true],
])('%s', (_name, withoutTriggers) => {
  beforeAll(() => open(withoutTriggers));
  afterAll(close);

  test('the third link within a second discounts the first two clicks and their open', async () => {
    const { id, list, messages, emails } = await send();
    await fetchThree(messages[0]!);
    expect(await reportOf(api, id)).toMatchObject({
      opens: { unique: 0, total: 0, proxies: 0, scanners: 0 },
      clicks: { unique: 0, total: 0, scanners: 3 },
      ...{ links: [], hours: [], domains: [{ domain: 'people.test', sent: 1, opens: 0, clicks: 0 }] },
      rates: { open: 0, click: 0, click_to_open: 0 },
    });
    const { body } = await api.rest('GET', `/campaigns/${id}/recipients?clicked=false&opened=false`);
    expect(body.data).toMatchObject([{ opened_at: null, clicked_at: null }]);
    expect(await creditOf(emails[0]!)).toBeNull();
    const conditions = { operator: 'and', rules: [{ type: 'engagement', operator: 'never_active' }] };
    const preview = await api.rest('POST', `/lists/${list}/segments`, { name: 'Never', conditions });
    expect(preview.body.data.subscribers_count).toBe(1);
    expect(await recounted(id)).toBe(0);
  });

  test('visits to all links at the same moment do not count, for several people at once', async () => {
    const { id, messages } = await send(4);
    await Promise.all(messages.flatMap(({ clicks }) => clicks.map((url) => fetchAs(api, url))));
    const { opens, clicks, links } = await reportOf(api, id);
    expect([opens.unique, opens.total, clicks, links]).toEqual([0, 0, { unique: 0, total: 0, scanners: 16 }, []]);
    expect(await recounted(id)).toBe(0);
  });

  test('the counters and clicked links of an e-mail are corrected too', async () => {
    const { to, read, message } = await sendMail();
    await fetchAs(api, message.clicks[0]!);
    await fetchAs(api, message.clicks[1]!);
    expect(await read()).toMatchObject({ opens: 1, clicks: 2 });
    await justNow(message);
    await fetchAs(api, message.clicks[3]!);
    expect(await read()).toMatchObject({ opens: 0, clicks: 0 });
    expect(await creditOf(to)).toBeNull();
  });

  test("a person's earlier click and pixel open are kept", async () => {
    const { id, messages, emails } = await send(2);
    const [ann, bob] = messages as [ReceivedMessage, ReceivedMessage];
    await fetchAs(api, ann.clicks[3]!);
    await longAgo();
    await fetchAs(api, bob.pixel);
    for (const message of messages) await fetchThree(message);
    expect(await reportOf(api, id)).toMatchObject({
      opens: { unique: 2, total: 2 },
      clicks: { unique: 1, total: 1, scanners: 6 },
      links: [{ url: 'https://shop.test/d', unique: 1, total: 1 }],
    });
    expect(await creditOf(emails[0]!)).toMatchObject({ touch: 'click' });
    expect(await creditOf(emails[1]!)).toMatchObject({ touch: 'open' });
    await recounted(id);
    expect(await recounted(id)).toBe(0);
  });

  test('two links, one link three times, and links over a second apart count as a person', async () => {
    const { id, messages } = await send(3);
    const [ann, bob, cem] = messages as [ReceivedMessage, ReceivedMessage, ReceivedMessage];
    for (const url of [ann.clicks[0]!, ann.clicks[1]!, ...Array(3).fill(bob.clicks[0]!)]) await fetchAs(api, url);
    for (const url of cem.clicks.slice(0, 3)) {
      await fetchAs(api, url);
      await longAgo(2);
    }
    // The third was fetched at once, as the process remembers; the others lie before the second that counts.
    expect((await reportOf(api, id)).clicks).toEqual({ unique: 3, total: 7, scanners: 1 });
  });

  test('an idle run started by a scanner is removed, and the person may enter', async () => {
    const { id, list, messages, emails } = await send();
    const wait = [{ id: 'rest', type: 'wait', for: 'P1D' }];
    const automation = await listening(id, list, wait, { again: 'never' });
    await fetchAs(api, messages[0]!.clicks[0]!);
    await until(
      async () => (await api.db.automationRun.count({ where: { automationId: automation.id, step: 'rest' } })) === 1,
    );
    // As if the run had begun within this second, however long that took.
    const at = new Date(Date.now() + 30_000);
    await api.db.reaction.updateMany({ where: { messageId: messages[0]!.id }, data: { at } });
    await api.db.touch.updateMany({ where: { senderId: id }, data: { at } });
    await api.db.automationRun.updateMany({ where: { automationId: automation.id }, data: { startedAt: at } });
    await fetchAs(api, messages[0]!.clicks[1]!);
    await fetchAs(api, messages[0]!.clicks[2]!);
    await until(async () => (await api.db.automationSignal.count({ where: { teamId: api.teamId } })) === 0);
    expect(await automation.runs()).toBe(0);
    expect(await automation.report()).toMatchObject({ entered: 0, active: 0, steps: [{ step: 'rest', entered: 0 }] });
    const entered = await api.rest('POST', `/automations/${automation.id}/enter`, { email: emails[0] });
    expect(entered.body.data, JSON.stringify(entered.body)).toMatchObject({ state: 'active' });
  });

  test('a run that has acted continues', async () => {
    const { id, list, messages } = await send();
    const automation = await listening(id, list, [
      { type: 'add_tags', tags: ['Clicked'] },
      { type: 'wait', for: 'P1D' },
    ]);
    await fetchAs(api, messages[0]!.clicks[0]!);
    await until(
      async () =>
        (await api.db.automationRunStep.count({
          where: { run: { automationId: automation.id }, type: 'add_tags' },
        })) === 1,
    );
    for (const url of messages[0]!.clicks.slice(1, 3)) await fetchAs(api, url);
    expect(await automation.runs()).toBe(1);
    expect(await automation.report()).toMatchObject({ entered: 1, active: 1 });
  });

  test('the hidden link marks nearby opens and clicks as machines, and redirects to the message', async () => {
    const { id, messages, emails } = await send(2);
    const [ann, bob] = messages as [ReceivedMessage, ReceivedMessage];
    for (const url of [ann.pixel, ann.clicks[0]!, bob.clicks[0]!]) await fetchAs(api, url);
    const answer = await fetchAs(api, trapOf(ann));
    expect(answer.statusCode).toBe(302);
    expect((await fetchAs(api, new URL(answer.headers.location!).pathname)).statusCode).toBe(200);
    for (const url of [ann.clicks[1]!, ann.pixel]) await fetchAs(api, url);
    expect(await reportOf(api, id)).toMatchObject({
      opens: { unique: 1, total: 1, scanners: 2 },
      clicks: { unique: 1, total: 1, scanners: 3 },
    });
    expect(await creditOf(emails[0]!)).toBeNull();
    expect(await recounted(id)).toBe(0);
    await longAgo();
    await fetchAs(api, ann.clicks[0]!);
    expect((await reportOf(api, id)).clicks).toMatchObject({ unique: 2, total: 2 });
  });

  test('a visit to the hidden link of an e-mail resets its counters', async () => {
    const { read, message } = await sendMail();
    for (const url of [message.pixel, message.clicks[0]!]) await fetchAs(api, url);
    expect(await read()).toMatchObject({ opens: 1, clicks: 1 });
    await fetchAs(api, trapOf(message), SCANNER);
    expect(await read()).toMatchObject({ opens: 0, clicks: 0 });
  });
});

describe('the hidden link', () => {
  beforeAll(() => open(false));
  afterAll(close);

  test('is invisible and not in the text', async () => {
    const { message } = await sendMail();
    const [received] = await inbox.mailTo(message.to);
    const [link] = /<a href="[^"]+\/more\/[^>]*><\/a>/.exec(String(received!.mail.html))!;
    expect(link).toMatch(/aria-hidden="true" tabindex="-1" style="display:none"><\/a>$/);
    expect(received!.mail.text).not.toContain('/more/');
  });

  test('is missing without click tracking', async () => {
    const quiet = { from: 'shop@shop.test', subject: 'S', html: CONTENT, tracking: false };
    await api.rest('POST', '/transactional-mails', { ...quiet, to: ['quiet@mail.test'] });
    await api.rest('PATCH', '/team', { track_clicks: false });
    await api.rest('POST', '/transactional-mails', { ...quiet, tracking: true, to: ['opens@mail.test'] });
    for (const to of ['quiet@mail.test', 'opens@mail.test']) {
      expect(String((await inbox.mailTo(to))[0]!.mail.html)).not.toContain('/more/');
    }
    await api.rest('PATCH', '/team', { track_clicks: true });
  });

  test('is missing from the preview and the browser view', async () => {
    const preview = await api.rest('POST', '/templates/preview', { editor: 'html', subject: 'S', content: CONTENT });
    expect([preview.status, JSON.stringify(preview.body)]).toEqual([200, expect.not.stringContaining('/more/')]);
    const { message } = await sendMail();
    const view = new URL((await fetchAs(api, trapOf(message))).headers.location!).pathname;
    expect((await fetchAs(api, view)).body).not.toContain('/more/');
  });

  test('is not found for another message or when changed, and marks nothing', async () => {
    const { read, message } = await sendMail();
    await fetchAs(api, message.clicks[0]!);
    const trap = trapOf(message);
    for (const path of [
      `${trap}x`,
      trap.slice(0, -1),
      trap.replace('/more/', '/open/'),
      message.clicks[0]!.replace('/click/', '/more/'),
    ]) {
      expect([path, (await fetchAs(api, path)).statusCode]).toEqual([path, 404]);
    }
    expect(await read()).toMatchObject({ opens: 1, clicks: 1 });
  });
});
