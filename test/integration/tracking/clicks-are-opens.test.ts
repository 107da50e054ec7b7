import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recountCampaign } from '../../../src/domain/campaigns/recount.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import {
  APPLE,
  fetchAs,
  type ReceivedMessage,
  reportOf,
  SCANNER,
  sendCampaignTo,
  TEMPLATE_WITH_LINKS,
} from '../../support/received-messages.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let inbox: Inbox;
let jobs: ReturnType<typeof startJobs>;
let number = 0;

async function open(withoutTriggers: boolean) {
  api = await openTestApp({}, { withoutTriggers });
  inbox = await openInbox(api.installation, []);
  jobs = startJobs(api.installation);
  await api.rest('POST', '/templates', TEMPLATE_WITH_LINKS);
}

async function close() {
  await jobs.stop();
  await inbox.stop();
  await api.close();
}

/** Sends a campaign to this many new people. */
async function send(people: number, input: object = {}) {
  const run = ++number;
  const list = await makeList(api);
  const emails = Array.from({ length: people }, (_, index) => `p${index}.${run}@people.test`);
  await subscribe(
    api,
    list,
    emails.map((email) => ({ email })),
  );
  return { list, emails, ...(await sendCampaignTo(api, inbox, list, emails, input)) };
}

const recipients = async (id: string, filter: string): Promise<string[]> =>
  (await api.rest('GET', `/campaigns/${id}/recipients?per_page=100&${filter}`)).body.data.map(
    ({ email }: { email: string }) => email.split('.')[0],
  );

async function people(list: string, rule: object): Promise<string[]> {
  const conditions = { operator: 'and', rules: [rule] };
  const made = await api.rest('POST', `/lists/${list}/segments`, { name: `S${++number}`, conditions });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { body } = await api.rest('GET', `/lists/${list}/subscribers?segment=${made.body.data.id}&per_page=100`);
  return body.data.map(({ email }: { email: string }) => email.split('.')[0]).sort();
}

const recounted = (id: string) => recountCampaign(createScope(api.db, { id: api.teamId }, WORKER), id);

describe.each([
  ['on one machine', false],
  ['laid out as on several machines', true],
])('%s', (_name, withoutTriggers) => {
  beforeAll(() => open(withoutTriggers));
  afterAll(close);

  test('a click without an open counts as one open in the report, its rates, hours and domains', async () => {
    const { id, messages } = await send(5);
    const [ann, bob, cem, dan] = messages as [ReceivedMessage, ReceivedMessage, ReceivedMessage, ReceivedMessage];
    for (const url of [ann.clicks[0]!, ann.clicks[0]!, ann.clicks[1]!, bob.pixel, bob.clicks[0]!])
      await fetchAs(api, url);
    await fetchAs(api, cem.clicks[0]!, SCANNER);
    await fetchAs(api, dan.pixel, APPLE);
    expect(await reportOf(api, id)).toMatchObject({
      opens: { unique: 2, total: 2, proxies: 1, scanners: 0 },
      clicks: { unique: 2, total: 4, scanners: 1 },
      rates: { open: 0.4, click: 0.4, click_to_open: 1 },
      domains: [{ domain: 'people.test', sent: 5, opens: 2, clicks: 2 }],
      hours: [{ hour: 0, opens: 2, clicks: 2 }],
    });
    expect(await recipients(id, 'opened=true')).toEqual(expect.arrayContaining(['p0', 'p1']));
    expect((await recipients(id, 'opened=false')).sort()).toEqual(['p2', 'p3', 'p4']);
    expect(await recounted(id)).toBe(0);
  });

  test('the open of a click has the time of the click, and the pixel adds no second one', async () => {
    const { id, messages } = await send(1);
    await fetchAs(api, messages[0]!.clicks[0]!);
    const read = async () => (await api.rest('GET', `/campaigns/${id}/recipients`)).body.data[0];
    const before = await read();
    expect(before.opened_at).toBe(before.clicked_at);
    await fetchAs(api, messages[0]!.pixel);
    expect((await read()).opened_at).toBe(before.opened_at);
    expect((await reportOf(api, id)).opens).toMatchObject({ unique: 1, total: 2 });
    expect(await recounted(id)).toBe(0);
  });

  test('simultaneous clicks count as one open, with or without the pixel', async () => {
    const { id, messages } = await send(6);
    await Promise.all(
      messages.flatMap(({ clicks: [a], pixel }, index) =>
        [a!, a!, a!, ...(index % 2 ? [pixel] : [])].map((url) => fetchAs(api, url)),
      ),
    );
    const { opens, clicks } = await reportOf(api, id);
    expect([opens.unique, clicks]).toEqual([6, { unique: 6, total: 18, scanners: 0 }]);
    expect(opens.total).toBeGreaterThanOrEqual(6);
    expect(opens.total).toBeLessThanOrEqual(9);
    expect(await recounted(id)).toBe(0);
  });

  test('erasing a person with a click as the open changes no figure', async () => {
    const { id, messages, emails } = await send(3);
    await fetchAs(api, messages[0]!.clicks[0]!);
    await fetchAs(api, messages[1]!.clicks[0]!);
    const before = await reportOf(api, id);
    await api.rest('POST', '/people/erase', { email: emails[0] });
    const { links: _, ...after } = await reportOf(api, id);
    expect(before).toMatchObject(after);
    expect(after.opens).toMatchObject({ unique: 2, total: 2 });
    expect(await recounted(id)).toBe(0);
  });

  test('a person who clicked gets no resend, and is in no segment of non-openers', async () => {
    const { id, list, messages } = await send(4);
    await fetchAs(api, messages[0]!.clicks[0]!);
    await fetchAs(api, messages[1]!.pixel);
    await fetchAs(api, messages[2]!.clicks[0]!, APPLE);
    const { data } = (await api.rest('POST', `/campaigns/${id}/resend-to`, { who: 'not_opened' })).body;
    const check = await api.rest('POST', `/campaigns/${data.id}/check`);
    expect(check.body.data.recipients_count).toBe(2);
    const rule = (operator: string, value: unknown = id) => people(list, { type: 'campaign', operator, value });
    expect(await rule('opened')).toEqual(['p0', 'p1']);
    expect(await rule('not_opened')).toEqual(['p2', 'p3']);
    expect(await rule('opened', { campaign: id, within_days: 1 })).toEqual(['p0', 'p1']);
    expect(await rule('clicked')).toEqual(['p0']);
    expect(await people(list, { type: 'engagement', operator: 'never_active' })).toEqual(['p2', 'p3']);
  });

  test('an A/B test by opens counts people who clicked', async () => {
    const test = {
      variants: [{ name: 'A' }, { name: 'B', subject: 'B' }],
      sample_percent: 100,
      decide_after: 'PT1H',
      by: 'opens',
    };
    const { id, messages } = await send(12, { test });
    for (const { clicks } of messages.filter(({ raw }) => /^Subject: B\r$/m.test(raw))) await fetchAs(api, clicks[0]!);
    const { variants } = await reportOf(api, id);
    expect(variants.map(({ opens }: { opens: { unique: number } }) => opens.unique)).toEqual([0, variants[1].sent]);
  });

  test('the mail counts one open for any number of clicks, and each pixel after them', async () => {
    const mail = {
      from: 'shop@shop.test',
      to: ['one@mail.test'],
      subject: 'S',
      html: '<a href="https://shop.test/a">A</a>',
    };
    const { id } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
    const read = async () => (await api.rest('GET', `/transactional-mails/${id}`)).body.data;
    await until(async () => (await read()).status === 'sent');
    await api.db.transactionalMail.updateMany({ where: { id }, data: { sentAt: new Date(Date.now() - 60_000) } });
    const html = String((await inbox.mailTo('one@mail.test'))[0]!.mail.html);
    const [click, pixel] = ['click', 'open'].map(
      (what) => new URL(new RegExp(`http://[^"]+/${what}/[^"]+`).exec(html)![0]).pathname,
    );
    await fetchAs(api, click!, SCANNER);
    expect(await read()).toMatchObject({ opens: 0, clicks: 0 });
    await Promise.all(Array.from({ length: 5 }, () => fetchAs(api, click!)));
    expect(await read()).toMatchObject({ opens: 1, clicks: 5 });
    await fetchAs(api, click!);
    expect(await read()).toMatchObject({ opens: 1, clicks: 6 });
    await fetchAs(api, pixel!);
    expect(await read()).toMatchObject({ opens: 2, clicks: 6 });
    const { transactionalMail } = await ask(api, 'query($id: ID!) { transactionalMail(id: $id) { opens clicks } }', {
      id,
    });
    expect(transactionalMail).toEqual({ opens: 2, clicks: 6 });
  });

  test('a rule about a template counts clicks as opens', async () => {
    const list = await makeList(api);
    await subscribe(api, list, [{ email: 'a.t@mail.test' }, { email: 'b.t@mail.test' }]);
    for (const to of ['a.t@mail.test', 'b.t@mail.test']) {
      const { id } = (
        await api.rest('POST', '/transactional-mails', {
          template: TEMPLATE_WITH_LINKS.name,
          from: 's@shop.test',
          to: [to],
        })
      ).body.data;
      await until(async () => (await api.rest('GET', `/transactional-mails/${id}`)).body.data.status === 'sent');
      await api.db.transactionalMail.updateMany({ where: { id }, data: { sentAt: new Date(Date.now() - 60_000) } });
    }
    const html = String((await inbox.mailTo('a.t@mail.test'))[0]!.mail.html);
    await fetchAs(api, new URL(/http:\/\/[^"]+\/click\/[^"]+/.exec(html)![0]).pathname);
    const rule = (operator: string) =>
      people(list, { type: 'transactional', operator, value: TEMPLATE_WITH_LINKS.name });
    expect([await rule('opened'), await rule('not_opened')]).toEqual([['a'], ['b']]);
  });

  test('`opened` starts an automation on the first click only', async () => {
    const { id, list, messages } = await send(2);
    const trigger = { type: 'opened', campaign: id };
    const made = await api.rest('POST', '/automations', {
      ...{ name: `O${++number}`, list, trigger, entry: { again: 'always' }, steps: [{ type: 'wait', for: 'P1D' }] },
    });
    const automation = made.body.data.id;
    expect((await api.rest('POST', `/automations/${automation}/activate`)).status).toBe(200);
    for (const url of [messages[0]!.clicks[0]!, messages[0]!.clicks[1]!, messages[1]!.pixel, messages[1]!.clicks[0]!]) {
      await fetchAs(api, url);
    }
    const signals = await api.db.automationSignal.findMany({ where: { teamId: api.teamId, ref: id } });
    const runs = await api.db.automationRun.count({ where: { automationId: automation } });
    expect(signals.length + runs).toBe(2);
  });

  test('no rate exceeds 1, even if opened messages bounced or have no known delivery', async () => {
    const { id, messages } = await send(3);
    for (const { pixel, clicks } of messages) for (const url of [pixel, clicks[0]!]) await fetchAs(api, url);
    await api.db.message.updateMany({
      where: { id: { in: messages.slice(0, 2).map((one) => one.id) } },
      data: { state: 'unknown' },
    });
    await recounted(id);
    const { sent, rates } = await reportOf(api, id);
    expect([sent, rates]).toMatchObject([1, { open: 1, click: 1, click_to_open: 1 }]);
  });
});
