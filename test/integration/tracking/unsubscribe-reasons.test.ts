import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recountCampaign } from '../../../src/domain/campaigns/recount.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { ask } from '../../support/graphql.ts';
import { visit } from '../../support/pages.ts';
import { reportOf, sendCampaignTo, TEMPLATE_WITH_LINKS } from '../../support/received-messages.ts';

describe.each([
  ['one machine', false],
  ['several', true],
])('laid out as on %s', (_name, withoutTriggers) => {
  let feedbackApp: FeedbackApp;
  let jobs: ReturnType<typeof startJobs>;
  let number = 0;
  beforeAll(async () => {
    feedbackApp = await openFeedbackApp({}, {}, { withoutTriggers });
    jobs = startJobs(feedbackApp.api.installation);
    await feedbackApp.api.rest('POST', '/templates', TEMPLATE_WITH_LINKS);
  });
  afterAll(async () => {
    await jobs.stop();
    await feedbackApp.close();
  });

  /** Sends a campaign to new people of a new list. */
  async function sendTo(count: number) {
    const list = await makeList(feedbackApp.api);
    const emails = Array.from({ length: count }, () => `leaver${++number}@people.test`);
    await subscribe(
      feedbackApp.api,
      list,
      emails.map((email) => ({ email })),
    );
    return { list, emails, ...(await sendCampaignTo(feedbackApp.api, feedbackApp.inbox, list, emails)) };
  }

  const post = (url: string, body: string) => visit(feedbackApp.api, 'POST', url, body);
  const ofReport = async (id: string) => (await reportOf(feedbackApp.api, id)).unsubscribe_reasons;
  const ofList = async (list: string) =>
    (await feedbackApp.api.rest('GET', `/lists/${list}/unsubscribe-reasons`)).body.data;

  test('an unsubscribed person may give one reason, counted in the report and the list', async () => {
    const { id, list, emails, messages } = await sendTo(3);
    const [first, second, third] = messages as [(typeof messages)[0], (typeof messages)[0], (typeof messages)[0]];
    expect((await visit(feedbackApp.api, 'GET', first.unsubscribe)).text).not.toContain('name="reason"');
    const left = await post(first.unsubscribe, 'do=unsubscribe');
    expect(left.text).toContain('value="too_often"');
    expect([await ofReport(id), await ofList(list)]).toEqual([{}, {}]);
    const answered = await post(first.unsubscribe, 'do=reason&reason=too_often');
    expect([answered.status, answered.title]).toEqual([200, 'You are unsubscribed']);
    expect(answered.text).toContain('Thank you for your answer.');
    expect(answered.text).not.toContain('name="reason"');
    await post(first.unsubscribe, 'do=reason&reason=too_often');
    await post(first.unsubscribe, 'do=reason&reason=other');
    expect((await visit(feedbackApp.api, 'GET', first.unsubscribe)).text).not.toContain('name="reason"');
    expect([await ofReport(id), await ofList(list)]).toEqual([{ too_often: 1 }, { too_often: 1 }]);

    await post(second.oneClick, 'List-Unsubscribe=One-Click');
    expect((await visit(feedbackApp.api, 'GET', second.unsubscribe)).text).toContain('name="reason"');
    await post(second.unsubscribe, 'do=reason&reason=too_often');
    await post(third.unsubscribe, 'reason=never_signed_up'); // unsubscribes with a reason
    const both = { too_often: 2, never_signed_up: 1 };
    expect([await ofReport(id), await ofList(list)]).toEqual([both, both]);
    expect((await reportOf(feedbackApp.api, id)).unsubscribes).toBe(3);

    const data = await ask(
      feedbackApp.api,
      `query($list: ID!, $campaign: ID!, $email: EmailAddress!) {
        list(id: $list) { unsubscribeReasons { reason count } }
        campaign(id: $campaign) { report { unsubscribeReasons { reason count } } }
        person(email: $email) { activity(first: 1) { nodes { ... on SubscriberChange { type unsubscribeReason } } } }
      }`,
      { list, campaign: id, email: emails[2] },
    );
    expect(data.list.unsubscribeReasons).toEqual([
      { reason: 'TOO_OFTEN', count: 2 },
      { reason: 'NEVER_SIGNED_UP', count: 1 },
    ]);
    expect(data.campaign.report.unsubscribeReasons).toEqual(data.list.unsubscribeReasons);
    expect(data.person.activity.nodes).toEqual([{ type: 'UNSUBSCRIBED', unsubscribeReason: 'NEVER_SIGNED_UP' }]);
    const { id: subscriber } = await readSubscriber(feedbackApp.api, list, emails[2]!);
    const activity = await feedbackApp.api.rest('GET', `/subscribers/${subscriber}/activity`);
    expect(activity.body.data[0].change.unsubscribe_reason).toBe('never_signed_up');
  });

  test('a recount agrees, and erasing a person keeps the figures of the report', async () => {
    const { id, list, emails, messages } = await sendTo(2);
    for (const { unsubscribe } of messages) await post(unsubscribe, 'reason=not_relevant');
    const scope = createScope(feedbackApp.api.db, { id: feedbackApp.api.teamId }, WORKER);
    expect(await recountCampaign(scope, id)).toBe(0);
    await feedbackApp.api.rest('POST', '/people/erase', { email: emails[0] });
    expect(await ofReport(id)).toEqual({ not_relevant: 2 });
    expect(await ofList(list)).toEqual({ not_relevant: 1 });
    expect(await recountCampaign(scope, id)).toBe(0);
    expect(await ofReport(id)).toEqual({ not_relevant: 2 });
  });

  test('a person who leaves all lists gives one reason for all', async () => {
    const { id, list, emails, messages } = await sendTo(1);
    const other = await makeList(feedbackApp.api);
    await subscribe(feedbackApp.api, other, [{ email: emails[0] }]);
    const left = await post(messages[0]!.preferences, 'do=leave-all');
    expect(left.text).toContain('value="not_needed"');
    expect((await post(messages[0]!.preferences, 'do=reason&reason=not_needed')).text).toContain(
      'Thank you for your answer.',
    );
    for (const counted of [await ofReport(id), await ofList(list), await ofList(other)]) {
      expect(counted).toEqual({ not_needed: 1 });
    }
  });

  test('a person who returns and leaves in another way may give a new reason, not counted for the campaign', async () => {
    const { id, list, emails, messages } = await sendTo(1);
    const [message] = messages as [(typeof messages)[0]];
    await post(message.unsubscribe, 'reason=other');
    await post(message.preferences, `do=save&list=${list}`);
    await feedbackApp.api.db.messageFact.updateMany({
      where: { messageId: message.id },
      data: { at: new Date(Date.now() - 3_600_000) },
    });
    const { id: subscriber } = await readSubscriber(feedbackApp.api, list, emails[0]!);
    await feedbackApp.api.rest('POST', `/subscribers/${subscriber}/unsubscribe`);
    await post(message.unsubscribe, 'do=reason&reason=too_often');
    expect([await ofReport(id), await ofList(list)]).toEqual([{ other: 1 }, { other: 1, too_often: 1 }]);
  });

  test('reasons of subscribed people, of complainers and outside the choices are not counted', async () => {
    const { id, list, emails, messages } = await sendTo(1);
    const [message] = messages as [(typeof messages)[0]];
    expect((await post(message.preferences, 'do=reason&reason=other')).status).toBe(200);
    expect((await readSubscriber(feedbackApp.api, list, emails[0]!)).status).toBe('subscribed');
    await post(message.unsubscribe, 'do=reason&reason=because');
    await post(message.unsubscribe, 'reason=');
    const [subscriber] = await feedbackApp.api.db.subscriber.findMany({ where: { email: emails[0]! } });
    await feedbackApp.api.db.subscriber.updateMany({ where: { id: subscriber!.id }, data: { status: 'complained' } });
    expect((await post(message.unsubscribe, 'reason=other')).status).toBe(200);
    expect([await ofReport(id), await ofList(list)]).toEqual([{}, {}]);
  });

  test("the reasons of another team's list are not found", async () => {
    const list = await makeList(feedbackApp.api);
    const { status } = await feedbackApp.api.rest('GET', `/lists/${list}/unsubscribe-reasons`, undefined, {
      token: feedbackApp.api.otherToken,
    });
    expect(status).toBe(404);
  });
});
