import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { visit } from '../../support/pages.ts';
import {
  fetchAs,
  type ReceivedMessage,
  reportOf,
  sendCampaignTo,
  TEMPLATE_WITH_LINKS,
} from '../../support/received-messages.ts';

describe.each([
  ['one machine', false],
  ['several', true],
])('laid out as on %s', (_name, withoutTriggers) => {
  let feedbackApp: FeedbackApp;
  let jobs: ReturnType<typeof startJobs>;
  beforeAll(async () => {
    feedbackApp = await openFeedbackApp({}, {}, { withoutTriggers });
    jobs = startJobs(feedbackApp.api.installation);
    await feedbackApp.api.rest('POST', '/templates', TEMPLATE_WITH_LINKS);
  });
  afterAll(async () => {
    await jobs.stop();
    await feedbackApp.close();
  });

  test('a person without tracking is not counted, even in earlier messages, and gets original links', async () => {
    const { api, inbox } = feedbackApp;
    const list = await makeList(api);
    const emails = ['private@people.test', 'open@people.test'];
    await subscribe(
      api,
      list,
      emails.map((email) => ({ email })),
    );
    const first = await sendCampaignTo(api, inbox, list, emails);
    const [mine, theirs] = first.messages as [ReceivedMessage, ReceivedMessage];
    await visit(api, 'POST', mine.preferences, `do=save&list=${list}&tracking=off`);
    for (const message of [mine, theirs]) {
      expect((await fetchAs(api, message.pixel)).statusCode).toBe(200);
      const { statusCode, headers } = await fetchAs(api, message.clicks[0]!);
      expect([statusCode, headers.location]).toEqual([302, 'https://shop.test/a']);
    }
    const report = await reportOf(api, first.id);
    expect([report.opens.total, report.clicks.total]).toEqual([1, 1]);
    expect(await api.db.reaction.count({ where: { messageId: mine.id } })).toBe(0);
    expect((await api.rest('GET', '/people/export?email=private@people.test')).body.data.touches).toEqual([]);

    const second = await sendCampaignTo(api, inbox, list, emails);
    const [plain, tracked] = second.messages as [ReceivedMessage, ReceivedMessage];
    expect([plain.pixel, plain.clicks]).toEqual([undefined, []]);
    expect(plain.raw).toContain('https://shop.test/a');
    expect(tracked.clicks).toHaveLength(2);
  });
});
