import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recountCampaign } from '../../../src/domain/campaigns/recount.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { makeCampaign } from '../../support/campaigns.ts';
import { type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { openReporter, type ReportKind } from '../../support/generic-feedback.ts';
import { openInbox } from '../../support/inbox.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { visit } from '../../support/pages.ts';
import {
  APPLE,
  BROWSER,
  fetchAs,
  messagesOf,
  type ReceivedMessage,
  reportOf,
  SCANNER,
  TEMPLATE_WITH_LINKS,
} from '../../support/received-messages.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

let feedbackApp: FeedbackApp;
let jobs: ReturnType<typeof startJobs>;
let report: Awaited<ReturnType<typeof openReporter>>;
let number = 0;

async function open(withoutTriggers: boolean) {
  feedbackApp = await openFeedbackApp({}, {}, { withoutTriggers });
  jobs = startJobs(feedbackApp.api.installation);
  report = await openReporter(feedbackApp.api);
  await feedbackApp.api.rest('POST', '/templates', TEMPLATE_WITH_LINKS);
}

async function close() {
  await jobs.stop();
  await feedbackApp.close();
}

const PEOPLE = 6;
const DOMAINS = ['one.test', 'two.test', 'three.test'];

const who = fc.nat({ max: PEOPLE - 1 });
const agent = fc.constantFrom(BROWSER, BROWSER, APPLE, SCANNER);
const link = fc.nat({ max: 1 });

/** Possible actions after a campaign was sent. */
const step = fc.oneof(
  fc.record({ what: fc.constant('open' as const), who, agent }),
  fc.record({ what: fc.constant('click' as const), who, agent, link }),
  fc.record({
    what: fc.constant('report' as const),
    who,
    kind: fc.constantFrom<ReportKind>('bounce', 'soft', 'complaint'),
  }),
  fc.record({ what: fc.constant('leave' as const), who, by: fc.constantFrom('unsubscribe', 'preferences', 'mail') }),
  fc.record({ what: fc.constant('buy' as const), who, value: fc.nat(10_000), currency: fc.constantFrom('EUR', 'USD') }),
  fc.record({ what: fc.constant('refund' as const), which: fc.nat(5), value: fc.integer({ min: 1, max: 3_000 }) }),
  fc.record({ what: fc.constant('correct' as const), which: fc.nat(5), value: fc.nat(12_000) }),
  fc.record({
    what: fc.constant('order' as const),
    who,
    value: fc.nat(10_000),
    currency: fc.constantFrom('EUR', 'USD'),
  }),
  fc.record({ what: fc.constant('erase' as const), who }),
  fc.record({ what: fc.constant('delete' as const), who }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The outcome of each message when it is sent, and its variant. */
const sending = fc.array(
  fc.record({
    outcome: fc.constantFrom('accepted', 'accepted', 'accepted', 'refused', 'suppressed', 'left'),
    variant: fc.constantFrom(null, 1, 2),
  }),
  { minLength: PEOPLE, maxLength: PEOPLE },
);
type Sending = typeof sending extends fc.Arbitrary<infer S> ? S : never;

/** An erased person clicks, and is erased again. */
const ERASED_TWICE: [Sending, Step[]][] = [
  [
    Array.from({ length: PEOPLE }, () => ({ outcome: 'accepted', variant: null })),
    [
      { what: 'click', who: 0, agent: BROWSER, link: 1 },
      { what: 'erase', who: 1 },
      { what: 'click', who: 1, agent: BROWSER, link: 1 },
      { what: 'erase', who: 1 },
    ],
  ],
];

async function send(people: Sending) {
  const { api } = feedbackApp;
  const run = ++number;
  const list = await makeList(api);
  const emails = people.map((_, index) => `p${index}.${run}@${DOMAINS[index % DOMAINS.length]}`);
  await subscribe(
    api,
    list,
    emails.map((email) => ({ email })),
  );
  await feedbackApp.inbox.stop();
  const id = await makeCampaign(api, list, { template: TEMPLATE_WITH_LINKS.name });
  await api.rest('POST', `/campaigns/${id}/send`);
  await until(async () => (await reportOf(api, id)).recipients === PEOPLE);
  const server = await startMailServer();
  for (const [index, { outcome, variant }] of people.entries()) {
    const email = emails[index]!;
    if (outcome === 'refused') server.recipients.set(email, '550 5.7.1 no');
    if (outcome === 'suppressed') await api.rest('POST', '/suppressions', { email });
    if (outcome === 'left')
      await api.rest('POST', `/subscribers/${(await readSubscriber(api, list, email)).id}/unsubscribe`);
    await statement(
      api.databaseUrl,
      `update messages m set variant = ${variant} from people p
       where m.campaign_id = '${id}' and p.key = m.person_key and p.team_id = m.team_id and p.email = '${email}'`,
    );
  }
  Object.assign(feedbackApp, { inbox: await openInbox(api.installation, [], server) });
  return { id, list, emails };
}

async function happen(
  steps: readonly Step[],
  { list, emails }: Awaited<ReturnType<typeof send>>,
  messages: ReceivedMessage[],
) {
  const { api } = feedbackApp;
  const sales: string[] = [];
  const messageTo = (index: number) => messages.find(({ to }) => to === emails[index]);
  const does: { [S in Step as S['what']]: (step: S) => Promise<unknown> } = {
    open: async ({ who, agent }) => messageTo(who) && fetchAs(api, messageTo(who)!.pixel, agent),
    click: async ({ who, agent, link }) => messageTo(who) && fetchAs(api, messageTo(who)!.clicks[link]!, agent),
    report: async ({ who, kind }) => messageTo(who) && report(kind, messageTo(who)!),
    leave: async ({ who, by }) => {
      const message = messageTo(who);
      if (!message) return;
      if (by === 'mail') await feedbackApp.sendToListener(message.address!, 'Subject: bye\n\n', 'reader@people.test');
      else await visit(api, 'POST', by === 'preferences' ? message.preferences : message.unsubscribe, 'do=leave-all');
    },
    buy: async ({ who, value, currency }) => {
      const { body } = await api.rest('POST', '/conversions', { email: emails[who], value, currency });
      if (body.data) sales.push(body.data.id);
    },
    order: ({ who, value, currency }) =>
      api.rest('POST', '/events', { email: emails[who], name: 'order', value, currency }),
    refund: async ({ which, value }) =>
      sales.length > 0 && api.rest('POST', `/conversions/${sales[which % sales.length]}/refund`, { value }),
    correct: async ({ which, value }) =>
      sales.length > 0 && api.rest('PATCH', `/conversions/${sales[which % sales.length]}`, { value }),
    erase: ({ who }) => api.rest('POST', '/people/erase', { email: emails[who] }),
    delete: async ({ who }) => {
      const { data } = (await api.rest('GET', `/lists/${list}/subscribers?email=${emails[who]}`)).body;
      if (data?.[0]) await api.rest('DELETE', `/subscribers/${data[0].id}`);
    },
  };
  for (const one of steps) await does[one.what](one as never);
}

describe.each([
  ['on one machine', false],
  ['laid out as on several machines', true],
])('%s', (_name, withoutTriggers) => {
  beforeAll(() => open(withoutTriggers));
  afterAll(close);

  test('after any sequence of actions, the figures match a recount of the rows', async () => {
    const { api } = feedbackApp;
    const scope = createScope(api.db, { id: api.teamId }, WORKER);
    await fc.assert(
      fc.asyncProperty(sending, fc.array(step, { minLength: 5, maxLength: 40 }), async (people, steps) => {
        const sent = await send(people);
        const messages = await messagesOf(api, feedbackApp.inbox, sent.id, sent.emails);
        await happen(steps, sent, messages);
        const before = await reportOf(api, sent.id);
        const settled = before.sent + before.failed + before.unknown;
        expect(settled + Object.values<number>(before.withheld).reduce((a, b) => a + b, 0)).toBe(PEOPLE);
        expect(await recountCampaign(scope, sent.id)).toBe(0);
        expect(await reportOf(api, sent.id)).toEqual(before);
        await statement(
          api.databaseUrl,
          `delete from campaign_counts where holder <> -1 and campaign_id = '${sent.id}'`,
        );
        await recountCampaign(scope, sent.id);
        expect(await reportOf(api, sent.id)).toEqual(before);
      }),
      { numRuns: Number(process.env.RUNS ?? 12), endOnFailure: true, examples: ERASED_TWICE },
    );
  }, 300_000);
});
