import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { type FeedbackHouse, openFeedbackHouse } from '../../support/feedback.ts';
import { LETTER, type Letter, reportOf, sendLetters } from '../../support/letters.ts';
import { linkOf, visit } from '../../support/pages.ts';

let house: FeedbackHouse;
let jobs: ReturnType<typeof startJobs>;
let number = 0;
beforeAll(async () => {
  house = await openFeedbackHouse();
  jobs = startJobs(house.api.installation);
  await house.api.rest('POST', '/templates', LETTER);
});
afterAll(async () => {
  await jobs.stop();
  await house.close();
});

/** Sends a campaign to one new person. */
async function sendToOne() {
  const list = await makeList(house.api);
  const email = `leaver${++number}@people.test`;
  await subscribe(house.api, list, [{ email }]);
  const { id, letters } = await sendLetters(house.api, house.office, list, [email]);
  const status = async () => (await readSubscriber(house.api, list, email)).status as string;
  return { id, list, email, status, letter: letters[0]! };
}

const unsubscribes = async (id: string) => (await reportOf(house.api, id)).unsubscribes;
const write = (to: string) => house.comesBack(to, 'Subject: anything\n\n', 'reader@people.test');
const post = (url: string, body: string) => visit(house.api, 'POST', url, body);

const WAYS: [string, (letter: Letter, list: string) => Promise<unknown>][] = [
  ['the button on the page', ({ unsubscribe }) => post(unsubscribe, 'do=unsubscribe')],
  ["the header's one click", ({ oneClick }) => post(oneClick, 'List-Unsubscribe=One-Click')],
  ['a list that is not ticked among the preferences', ({ preferences }) => post(preferences, 'do=save')],
  ['leaving all lists among the preferences', ({ preferences }) => post(preferences, 'do=leave-all')],
  ['a mail to the address of the header', ({ address }) => write(address!)],
];

test.each(WAYS)('leaving by %s is credited to the message’s campaign, once', async (_name, leave) => {
  const { id, list, letter, status } = await sendToOne();
  expect(await unsubscribes(id)).toBe(0);
  for (const _ of [1, 2]) {
    await leave(letter, list);
    expect([await status(), await unsubscribes(id)]).toEqual(['unsubscribed', 1]);
  }
});

test('showing the pages unsubscribes no one and counts no one', async () => {
  const { id, letter, status } = await sendToOne();
  for (const url of [letter.unsubscribe, letter.preferences, letter.oneClick]) {
    expect((await visit(house.api, 'GET', url)).status).toBe(200);
  }
  expect([await status(), await unsubscribes(id)]).toEqual(['subscribed', 0]);
});

test('the campaign that sent the message is credited, also after resubscribing and leaving once more', async () => {
  const first = await sendToOne();
  const second = await sendLetters(house.api, house.office, first.list, [first.email]);
  await post(second.letters[0]!.unsubscribe, '');
  expect([await unsubscribes(first.id), await unsubscribes(second.id)]).toEqual([0, 1]);
  await post(first.letter.preferences, `do=save&list=${first.list}`);
  expect(await first.status()).toBe('subscribed');
  await write(second.letters[0]!.address!);
  expect(await first.status()).toBe('unsubscribed');
  expect([await unsubscribes(first.id), await unsubscribes(second.id)]).toEqual([0, 1]);
});

test('keeping the campaign’s list among the preferences credits nothing, also when the person leaves other lists', async () => {
  const { id, list, email, letter, status } = await sendToOne();
  const other = await makeList(house.api);
  await subscribe(house.api, other, [{ email }]);
  await post(letter.preferences, `do=save&list=${list}`);
  expect((await readSubscriber(house.api, other, email)).status).toBe('unsubscribed');
  expect([await status(), await unsubscribes(id)]).toEqual(['subscribed', 0]);
});

test('the page behind unsubscribe leads to preferences that are credited too', async () => {
  const { id, letter } = await sendToOne();
  const [, preferences] = /href="([^"]+\/preferences\/[^"]+)"/.exec(
    (await visit(house.api, 'GET', letter.unsubscribe)).text,
  )!;
  await post(preferences!, 'do=leave-all');
  expect(await unsubscribes(id)).toBe(1);
});

test('a link that names only the subscriber, as in older messages, still unsubscribes without credit', async () => {
  const { id, list, email, status } = await sendToOne();
  const { id: subscriber } = await readSubscriber(house.api, list, email);
  await post(linkOf(house.api, 'unsubscribe', subscriber), '');
  expect([await status(), await unsubscribes(id)]).toEqual(['unsubscribed', 0]);
  const again = await sendToOne();
  const other = await readSubscriber(house.api, again.list, again.email);
  const address = house.api.installation.unsubscribeAddresses!.address({ teamId: house.api.teamId, id: other.id });
  expect(address).toMatch(/^u-/);
  expect(await write(address)).toBe(250);
  expect([await again.status(), await unsubscribes(again.id)]).toEqual(['unsubscribed', 0]);
});

test.each(WAYS)('when the campaign is deleted, %s still unsubscribes', async (_name, leave) => {
  const { id, list, letter, status } = await sendToOne();
  expect((await house.api.rest('DELETE', `/campaigns/${id}`)).status).toBe(204);
  await leave(letter, list);
  expect(await status()).toBe('unsubscribed');
});

test('a changed link does not work, and changes nothing', async () => {
  const [mine, theirs] = [await sendToOne(), await sendToOne()];
  const { unsubscribe: link, address } = mine.letter;
  const other = theirs.letter.unsubscribe;
  const message = (url: string) => url.slice(url.lastIndexOf('/'));
  const token = (url: string) => url.slice(0, url.lastIndexOf('/'));
  const changed = [
    ...[token(link), `${token(link)}/`, token(link) + message(other), token(other) + message(link)],
    ...[`${link}A`, `${link}/x`, `${link}/`, link.slice(0, -1), link.replace('/unsubscribe/', '/preferences/')],
  ];
  for (const url of changed) expect([url, (await post(url, '')).status]).toEqual([url, 404]);
  const [local, domain] = address!.split('@') as [string, string];
  const flipped = local.slice(0, -2) + (local.at(-2) === 'a' ? 'b' : 'a') + local.at(-1);
  expect(await write(`${flipped}@${domain}`)).toBe(550);
  expect([await mine.status(), await theirs.status()]).toEqual(['subscribed', 'subscribed']);
});

test('the address is as long as an address may be, and no longer', async () => {
  const { letter } = await sendToOne();
  expect(letter.address!.split('@')[0]).toMatch(/^u[a-z2-7]{63}$/);
});
