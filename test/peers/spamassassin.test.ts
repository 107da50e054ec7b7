import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyWithDkimpy } from './dkimpy.ts';
import { longestLine, openSender, type Sender } from './sender.ts';
import { openSpamFilter, type Score, type SpamFilter } from './spamassassin.ts';

/** From five points on most servers treat it as spam. */
const MAX_POINTS = 0.5;

const GTUBE = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

let sender: Sender;
let filter: SpamFilter;
const scores: (Score & { message: string })[] = [];
beforeAll(async () => {
  sender = await openSender();
  filter = openSpamFilter();
});
afterAll(async () => {
  await filter.stop();
  await sender.close();
  console.table(scores.map(({ message, points, rules }) => ({ message, points, rules: rules.join(' ') })));
});

async function expectWelcome(message: string, raw: string): Promise<void> {
  const score = await filter.score(raw);
  scores.push({ message, ...score });
  expect(await verifyWithDkimpy(raw, sender.dns)).toMatchObject({ pass: true });
  expect(score.points, score.rules.join(' ')).toBeLessThanOrEqual(MAX_POINTS);
  expect(longestLine(raw)).toBeLessThanOrEqual(998);
}

test('the filter finds an obvious spam message', async () => {
  const content = `<p>${GTUBE}</p>`;
  await sender.api.rest('POST', '/templates', { name: 'Spam', editor: 'html', subject: 'A test', content });
  const score = await filter.score(await sender.send({ template: 'Spam' }));
  expect(score.points).toBeGreaterThan(900);
  expect(score.rules).toContain('GTUBE');
});

const KEYS = [
  ...['welcome', 'newsletter', 'newsletter-magazine', 'newsletter-products', 'announcement', 'event-invitation'],
  ...['birthday', 'survey', 'referral', 're-engagement', 'win-back', 'browse', 'abandoned-cart-1', 'abandoned-cart-2'],
  ...['review', 'order-confirmation', 'receipt', 'shipping', 'invoice', 'password-reset', 'sign-in-code'],
];

/** Those that need only a subscriber. */
const FOR_LISTS = [
  ...['welcome', 'newsletter', 'newsletter-magazine', 'newsletter-products', 'announcement', 'event-invitation'],
  ...['birthday', 'survey', 'referral', 're-engagement', 'win-back'],
];

describe('SpamAssassin accepts', () => {
  test('every ready-made template is tested', async () => {
    const { body } = await sender.api.rest('GET', '/ready-made-templates?per_page=100');
    expect(body.data.map(({ key }: { key: string }) => key)).toEqual(KEYS);
  });

  test.each(KEYS)('%s', async (key) => {
    const { body } = await sender.api.rest('GET', '/ready-made-templates?per_page=100');
    const given = body.data.find((one: { key: string }) => one.key === key);
    expect((await sender.api.rest('POST', '/templates', given)).status).toBe(201);
    await expectWelcome(key, await sender.send({ template: given.name, variables: given.variables }));
    if (FOR_LISTS.includes(key)) await expectWelcome(`${key}, to a list`, await sender.sendToList(given.name));
  });

  test('the confirmation e-mail', async () => {
    const list = { name: 'News', from_email: sender.from, from_name: 'The Bakery', requires_confirmation: true };
    const { body } = await sender.api.rest('POST', '/lists', list);
    const subscribers = [{ email: 'new@x.test' }];
    await sender.api.rest('POST', `/lists/${body.data.id}/subscribers/batch`, { subscribers });
    await expectWelcome('confirmation', (await sender.inbox.mailTo('new@x.test'))[0]!.raw);
  });
});
