import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { type FeedbackHouse, openFeedbackHouse } from '../../support/feedback.ts';
import { fetchAs, LETTER, type Letter, reportOf, sendLetters } from '../../support/letters.ts';
import { visit } from '../../support/pages.ts';

describe.each([
  ['one machine', false],
  ['several', true],
])('laid out as on %s', (_name, withoutTriggers) => {
  let house: FeedbackHouse;
  let jobs: ReturnType<typeof startJobs>;
  beforeAll(async () => {
    house = await openFeedbackHouse({}, {}, { withoutTriggers });
    jobs = startJobs(house.api.installation);
    await house.api.rest('POST', '/templates', LETTER);
  });
  afterAll(async () => {
    await jobs.stop();
    await house.close();
  });

  test('a person without tracking is not counted, also in earlier messages, and gets original links', async () => {
    const { api, office } = house;
    const list = await makeList(api);
    const emails = ['private@people.test', 'open@people.test'];
    await subscribe(
      api,
      list,
      emails.map((email) => ({ email })),
    );
    const first = await sendLetters(api, office, list, emails);
    const [mine, theirs] = first.letters as [Letter, Letter];
    await visit(api, 'POST', mine.preferences, `do=save&list=${list}&tracking=off`);
    for (const letter of [mine, theirs]) {
      expect((await fetchAs(api, letter.pixel)).statusCode).toBe(200);
      const { statusCode, headers } = await fetchAs(api, letter.clicks[0]!);
      expect([statusCode, headers.location]).toEqual([302, 'https://shop.test/a']);
    }
    const report = await reportOf(api, first.id);
    expect([report.opens.total, report.clicks.total]).toEqual([1, 1]);
    expect(await api.db.reaction.count({ where: { messageId: mine.id } })).toBe(0);
    expect((await api.rest('GET', '/people/export?email=private@people.test')).body.data.touches).toEqual([]);

    const second = await sendLetters(api, office, list, emails);
    const [plain, tracked] = second.letters as [Letter, Letter];
    expect([plain.pixel, plain.clicks]).toEqual([undefined, []]);
    expect(plain.raw).toContain('https://shop.test/a');
    expect(tracked.clicks).toHaveLength(2);
  });
});
