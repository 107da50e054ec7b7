import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { linkOf, visit } from '../../support/pages.ts';
import {
  type ReceivedMessage,
  reportOf,
  sendCampaignTo,
  TEMPLATE_WITH_LINKS,
} from '../../support/received-messages.ts';

let feedbackApp: FeedbackApp;
let jobs: ReturnType<typeof startJobs>;
let number = 0;
beforeAll(async () => {
  feedbackApp = await openFeedbackApp();
  jobs = startJobs(feedbackApp.api.installation);
  await feedbackApp.api.rest('POST', '/templates', TEMPLATE_WITH_LINKS);
});
afterAll(async () => {
  await jobs.stop();
  await feedbackApp.close();
});

/** Sends a campaign to one new person. */
async function sendToOne() {
  const list = await makeList(feedbackApp.api);
  const email = `leaver${++number}@people.test`;
  await subscribe(feedbackApp.api, list, [{ email }]);
  const { id, messages } = await sendCampaignTo(feedbackApp.api, feedbackApp.inbox, list, [email]);
  const status = async () => (await readSubscriber(feedbackApp.api, list, email)).status as string;
  return { id, list, email, status, message: messages[0]! };
}

const unsubscribes = async (id: string) => (await reportOf(feedbackApp.api, id)).unsubscribes;
const write = (to: string) => feedbackApp.sendToListener(to, 'Subject: anything\n\n', 'reader@people.test');
const post = (url: string, body: string) => visit(feedbackApp.api, 'POST', url, body);

const METHODS: [string, (message: ReceivedMessage, list: string) => Promise<unknown>][] = [
  ['the button on the page', ({ unsubscribe }) => post(unsubscribe, 'do=unsubscribe')],
  ["the header's one click", ({ oneClick }) => post(oneClick, 'List-Unsubscribe=One-Click')],
  ['a list that is not ticked among the preferences', ({ preferences }) => post(preferences, 'do=save')],
  ['leaving all lists among the preferences', ({ preferences }) => post(preferences, 'do=leave-all')],
  ['a mail to the address of the header', ({ address }) => write(address!)],
];

test.each(METHODS)('leaving by %s is credited to the message’s campaign, once', async (_name, leave) => {
  const { id, list, message, status } = await sendToOne();
  expect(await unsubscribes(id)).toBe(0);
  for (const _ of [1, 2]) {
    await leave(message, list);
    expect([await status(), await unsubscribes(id)]).toEqual(['unsubscribed', 1]);
  }
});

test('showing the pages unsubscribes no one and counts no one', async () => {
  const { id, message, status } = await sendToOne();
  for (const url of [message.unsubscribe, message.preferences, message.oneClick]) {
    expect((await visit(feedbackApp.api, 'GET', url)).status).toBe(200);
  }
  expect([await status(), await unsubscribes(id)]).toEqual(['subscribed', 0]);
});

test('the campaign that sent the message is credited, even after resubscribing and leaving once more', async () => {
  const first = await sendToOne();
  const second = await sendCampaignTo(feedbackApp.api, feedbackApp.inbox, first.list, [first.email]);
  await post(second.messages[0]!.unsubscribe, '');
  expect([await unsubscribes(first.id), await unsubscribes(second.id)]).toEqual([0, 1]);
  await post(first.message.preferences, `do=save&list=${first.list}`);
  expect(await first.status()).toBe('subscribed');
  await write(second.messages[0]!.address!);
  expect(await first.status()).toBe('unsubscribed');
  expect([await unsubscribes(first.id), await unsubscribes(second.id)]).toEqual([0, 1]);
});

test('keeping the campaign’s list among the preferences credits nothing, even when the person leaves other lists', async () => {
  const { id, list, email, message, status } = await sendToOne();
  const other = await makeList(feedbackApp.api);
  await subscribe(feedbackApp.api, other, [{ email }]);
  await post(message.preferences, `do=save&list=${list}`);
  expect((await readSubscriber(feedbackApp.api, other, email)).status).toBe('unsubscribed');
  expect([await status(), await unsubscribes(id)]).toEqual(['subscribed', 0]);
});

test('the page behind unsubscribe leads to preferences that are credited too', async () => {
  const { id, message } = await sendToOne();
  const [, preferences] = /href="([^"]+\/preferences\/[^"]+)"/.exec(
    (await visit(feedbackApp.api, 'GET', message.unsubscribe)).text,
  )!;
  await post(preferences!, 'do=leave-all');
  expect(await unsubscribes(id)).toBe(1);
});

test('a link that names only the subscriber, as in older messages, still unsubscribes without credit', async () => {
  const { id, list, email, status } = await sendToOne();
  const { id: subscriber } = await readSubscriber(feedbackApp.api, list, email);
  await post(linkOf(feedbackApp.api, 'unsubscribe', subscriber), '');
  expect([await status(), await unsubscribes(id)]).toEqual(['unsubscribed', 0]);
  const again = await sendToOne();
  const other = await readSubscriber(feedbackApp.api, again.list, again.email);
  const address = feedbackApp.api.installation.unsubscribeAddresses!.address({
    teamId: feedbackApp.api.teamId,
    id: other.id,
  });
  expect(address).toMatch(/^u-/);
  expect(await write(address)).toBe(250);
  expect([await again.status(), await unsubscribes(again.id)]).toEqual(['unsubscribed', 0]);
});

test.each(METHODS)('when the campaign is deleted, %s still unsubscribes', async (_name, leave) => {
  const { id, list, message, status } = await sendToOne();
  expect((await feedbackApp.api.rest('DELETE', `/campaigns/${id}`)).status).toBe(204);
  await leave(message, list);
  expect(await status()).toBe('unsubscribed');
});

test('a changed link does not work, and changes nothing', async () => {
  const [mine, theirs] = [await sendToOne(), await sendToOne()];
  const { unsubscribe: link, address } = mine.message;
  const other = theirs.message.unsubscribe;
  const messageOf = (url: string) => url.slice(url.lastIndexOf('/'));
  const tokenOf = (url: string) => url.slice(0, url.lastIndexOf('/'));
  const changed = [
    ...[tokenOf(link), `${tokenOf(link)}/`, tokenOf(link) + messageOf(other), tokenOf(other) + messageOf(link)],
    ...[`${link}A`, `${link}/x`, `${link}/`, link.slice(0, -1), link.replace('/unsubscribe/', '/preferences/')],
  ];
  for (const url of changed) expect([url, (await post(url, '')).status]).toEqual([url, 404]);
  const [local, domain] = address!.split('@') as [string, string];
  const flipped = local.slice(0, -2) + (local.at(-2) === 'a' ? 'b' : 'a') + local.at(-1);
  expect(await write(`${flipped}@${domain}`)).toBe(550);
  expect([await mine.status(), await theirs.status()]).toEqual(['subscribed', 'subscribed']);
});

test('the address is as long as an address may be, and no longer', async () => {
  const { message } = await sendToOne();
  expect(message.address!.split('@')[0]).toMatch(/^u[a-z2-7]{63}$/);
});
