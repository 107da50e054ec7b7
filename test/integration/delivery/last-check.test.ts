import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setTeamStatus } from '../../../src/domain/platform/teams.ts';
import type { Prisma } from '../../../src/generated/prisma/client.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';

/** Every message here is claimed, loaded and made, and waits for the mail server's greeting, when something changes. */

const ANN = 'ann@people.test';
const MAIL = { template: 'Issue', from: 'shop@shop.test', to: [ANN] };
const RETRIES = Array(20).fill(0);

let api: TestApp;
let jobs: ReturnType<typeof startJobs>;
let team: string;
let inbox: Inbox;
let greet: () => void;
beforeAll(async () => {
  api = await openTestApp();
  jobs = startJobs(api.installation);
  team = (await api.rest('GET', '/team')).body.data.id;
  await api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
});
beforeEach(async () => {
  const server = await startMailServer();
  greet = server.hold();
  inbox = await openInbox(api.installation, RETRIES, server);
});
afterEach(async () => {
  await inbox.stop();
  const { body } = await api.rest('GET', '/suppressions');
  for (const { id } of body.data) await api.rest('DELETE', `/suppressions/${id}`);
});

/** Makes a change while a message waits, and returns once no worker holds it. */
async function meanwhile(change: () => Promise<unknown>): Promise<void> {
  await until(() => inbox.server.waiting > 0);
  await change();
  greet();
  const where: Prisma.MessageWhereInput = { state: { in: ['claimed', 'sending'] } };
  await until(async () => (await api.db.message.count({ where })) === 0);
}

const suppress = (target: object) => api.rest('POST', '/suppressions', target);

/** On a list of her own. */
async function subscribeAnn(input: object = {}): Promise<{ list: string; id: string }> {
  const list = await makeList(api, input);
  await subscribe(api, list, [{ email: ANN }]);
  return { list, id: (await readSubscriber(api, list, ANN)).id };
}

describe('a campaign’s message', () => {
  let campaign: string;
  let subscriber: string;
  beforeEach(async () => {
    const ann = await subscribeAnn();
    subscriber = ann.id;
    campaign = await makeCampaign(api, ann.list);
    await change('send');
  });

  const stayOnAnotherList = async () => {
    await subscribeAnn();
    await api.rest('POST', `/subscribers/${subscriber}/unsubscribe`);
  };
  const change = (verb: string) => api.rest('POST', `/campaigns/${campaign}/${verb}`);
  const read = async () => (await api.rest('GET', `/campaigns/${campaign}/recipients`)).body.data[0];

  test.each<[string, string, () => Promise<unknown>]>([
    ['unsubscribes', 'The person is unsubscribed.', () => api.rest('POST', `/subscribers/${subscriber}/unsubscribe`)],
    ['stays on another list only', 'The person is unsubscribed.', () => stayOnAnotherList()],
    ['leaves the list', 'The person is no longer on the list.', () => api.rest('DELETE', `/subscribers/${subscriber}`)],
    ['is suppressed', 'The recipient is suppressed.', () => suppress({ email: ANN })],
    ['is of a domain that is suppressed', 'The recipient is suppressed.', () => suppress({ domain: 'people.test' })],
    ['is erased', 'The person is no longer on the list.', () => api.rest('POST', '/people/erase', { email: ANN })],
    ['was to get what is cancelled', 'The campaign was cancelled.', () => change('cancel')],
  ])('is withheld when the person %s', async (_, reason, happens) => {
    await meanwhile(happens);
    await until(async () => ['withheld', 'sent'].includes((await read()).state));
    expect(await read()).toMatchObject({ state: 'withheld', reason });
    expect(inbox.server.received).toEqual([]);
  });

  test('waits when the campaign is paused, and is sent when it resumes', async () => {
    await meanwhile(() => change('pause'));
    expect(await read()).toMatchObject({ state: 'queued', reason: null });
    expect(inbox.server.received).toEqual([]);
    await change('resume');
    expect(await inbox.mailTo(ANN)).toHaveLength(1);
  });
});

test.each([{ email: ANN }, { domain: 'people.test' }])('a mail fails when %j is suppressed', async (target) => {
  const { id } = (await api.rest('POST', '/transactional-mails', MAIL)).body.data;
  const read = async () => (await api.rest('GET', `/transactional-mails/${id}`)).body.data;
  await meanwhile(() => suppress(target));
  await until(async () => (await read()).status !== 'pending');
  expect(await read()).toMatchObject({ status: 'failed', failure_reason: 'The recipient is suppressed.' });
  expect(inbox.server.received).toEqual([]);
});

test.each(['confirm', 'unsubscribe'])('a confirmation is not sent when the subscriber asks to %s', async (verb) => {
  const { id } = await subscribeAnn({ requires_confirmation: true });
  await meanwhile(() => api.rest('POST', `/subscribers/${id}/${verb}`));
  const lastError = 'The subscriber no longer waits for a confirmation.';
  expect(await inbox.settled(id)).toEqual([{ state: 'failed', lastError }]);
  expect(inbox.server.received).toEqual([]);
});

describe('a suspended team', () => {
  afterEach(() => setTeamStatus(api.db, team, 'active'));

  test.each<[string, () => Promise<unknown>]>([
    ['mail', () => api.rest('POST', '/transactional-mails', MAIL)],
    ['confirmation', () => subscribeAnn({ requires_confirmation: true })],
    [
      'campaign',
      async () => api.rest('POST', `/campaigns/${await makeCampaign(api, (await subscribeAnn()).list)}/send`),
    ],
  ])('sends no %s until it is reactivated', async (_, begin) => {
    await begin();
    await meanwhile(() => setTeamStatus(api.db, team, 'suspended'));
    expect(await api.db.message.count({ where: { state: 'queued' } })).toBe(1);
    expect(inbox.server.received).toEqual([]);
    await setTeamStatus(api.db, team, 'active');
    expect(await inbox.mailTo(ANN)).toHaveLength(1);
  });
});
