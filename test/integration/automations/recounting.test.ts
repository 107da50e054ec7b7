import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/jobs/start.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { changeStatus, makeAutomation } from '../../support/automations.ts';
import { runHere } from '../../support/command-line.ts';
import { type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { openReporter } from '../../support/generic-feedback.ts';
import { visit } from '../../support/pages.ts';
import { fetchAs, readMessage, TEMPLATE_WITH_LINKS } from '../../support/received-messages.ts';
import { runAutomations } from '../../support/run-automations.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

let feedbackApp: FeedbackApp;
let jobs: ReturnType<typeof startJobs>;
let list: string;
let id: string;

beforeAll(async () => {
  feedbackApp = await openFeedbackApp();
  jobs = startJobs(feedbackApp.api.installation);
  await feedbackApp.api.rest('PATCH', '/team', {
    postal_address: 'Baker Street 1, London',
    from_email: 'care@shop.test',
  });
  await feedbackApp.api.rest('POST', '/templates', TEMPLATE_WITH_LINKS);
  list = await makeList(feedbackApp.api);
});
afterAll(async () => {
  await jobs.stop();
  await feedbackApp.close();
});

const reportOf = async () => (await feedbackApp.api.rest('GET', `/automations/${id}/report`)).body.data;
const recount = (of = ['--automation', id]) =>
  runHere(['automation', 'recount', ...of], { DATABASE_URL: feedbackApp.api.databaseUrl });

/** The e-mails to a person, the transactional one first; they count as accepted a minute ago. */
async function messagesTo(email: string, count: number) {
  const mails = await feedbackApp.inbox.mailTo(email, count);
  // A message can arrive before it is recorded as sent, and its reader would then count as a scanner.
  await feedbackApp.inbox.settled('00000000-0000-4000-8000-000000000000');
  const sentAt = new Date(Date.now() - 60_000);
  await feedbackApp.api.db.message.updateMany({ where: { sentAt: { not: null } }, data: { sentAt } });
  await feedbackApp.api.db.transactionalMail.updateMany({ where: { sentAt: { not: null } }, data: { sentAt } });
  const ofList = ({ mail }: (typeof mails)[number]) => Number(mail.headerLines.some(({ key }) => key === 'list-id'));
  return mails.toSorted((a, b) => ofList(a) - ofList(b)).map((mail) => readMessage(mail, email));
}

test('a recount from the rows changes no correct figures, and restores lost ones', async () => {
  const { api } = feedbackApp;
  const people = ['ann', 'bob', 'cem', 'dan', 'eve', 'fay', 'gus'].map((name) => `${name}@people.test`);
  const [ann, bob, cem, dan, eve, fay, gus] = people as [string, string, string, string, string, string, string];
  const stranger = 'stranger@people.test';
  await subscribe(
    api,
    list,
    people.map((email) => ({ email })),
  );
  id = await makeAutomation(api, {
    ...{ name: 'All that can become of it', list, trigger: { type: 'event', name: 'cart.abandoned' } },
    exits: [{ type: 'event', name: 'order', goal: true }],
    steps: [
      { id: 'receipt', type: 'send', template: TEMPLATE_WITH_LINKS.name, transactional: true },
      { id: 'letter', type: 'send', template: TEMPLATE_WITH_LINKS.name },
      {
        id: 'answer',
        type: 'wait_for',
        event: { name: 'answer' },
        timeout: 'P1D',
        then: [{ id: 'out', type: 'exit' }],
      },
      { id: 'birthday', type: 'wait', until_attribute: 'birthday' },
    ],
  });
  await changeStatus(api, id, 'activate');
  const record = (name: string, email: string, more: object = {}) =>
    api.rest('POST', '/events', { email, name, ...more });
  for (const email of [...people, stranger]) await record('cart.abandoned', email);
  await runAutomations(api);
  const [receipt, message] = await messagesTo(ann, 2);
  for (const one of [receipt!, message!]) await fetchAs(api, one.clicks[0]!);
  await fetchAs(api, receipt!.pixel);
  await record('order', ann, { value: 5400, currency: 'EUR' });
  const [ofBob] = await messagesTo(bob, 2);
  await visit(api, 'POST', ofBob!.unsubscribe, '');
  const report = await openReporter(api);
  const [ofCem] = await messagesTo(cem, 2);
  await report('soft', ofCem!);
  const [, second] = await messagesTo(dan, 2);
  await report('bounce', second!);
  const { data: runs } = (await api.rest('GET', `/automations/${id}/runs?email=${eve}`)).body;
  await api.rest('POST', `/automation-runs/${runs[0].id}/exit`);
  await fetchAs(api, (await messagesTo(fay, 2))[0]!.clicks[0]!);
  const sale = { email: fay, value: 900, currency: 'USD' };
  const { data: sold } = (await api.rest('POST', '/conversions', sale)).body;
  await api.rest('POST', `/conversions/${sold.id}/refund`, { value: 300 });
  await api.rest('PATCH', `/conversions/${sold.id}`, { value: 1_000 });
  await api.rest('POST', '/people/erase', { email: fay });
  await record('answer', gus);
  await until(async () => (await reportOf()).steps[0].sent === 8 && (await reportOf()).steps[1].sent === 7);
  await runAutomations(api);
  // The workers may have processed some of the runs.
  await until(async () => Object.values<number>((await reportOf()).exited).reduce((sum, one) => sum + one, 0) === 7);
  expect((await readSubscriber(api, list, bob)).status).toBe('unsubscribed');

  const before = await reportOf();
  expect(before.exited).toEqual({ bounced: 1, erased: 1, exit: 2, goal: 1, not_subscribed: 1, unsubscribed: 1 });
  expect(before.revenue).toEqual([
    { currency: 'EUR', revenue: 5400, orders: 1 },
    { currency: 'USD', revenue: 700, orders: 1 },
  ]);
  expect(await recount()).toEqual({ code: 0, stdout: `${id} 0\n`, stderr: '' });

  await statement(
    api.databaseUrl,
    `delete from automation_counts where what in ('entered', 'sent', 'exited', 'revenue')`,
  );
  await statement(
    api.databaseUrl,
    `update automation_counts set count = count + 5 where what in ('done', 'left', 'opened')`,
  );
  await statement(api.databaseUrl, `delete from campaign_counts`);
  expect(await reportOf()).not.toEqual(before);
  const { code, stdout } = await recount(['--all']);
  expect([code, stdout.startsWith(`${id} `), stdout]).toEqual([0, true, expect.not.stringContaining(`${id} 0\n`)]);
  expect(await reportOf()).toEqual(before);
  expect((await recount()).stdout).toBe(`${id} 0\n`);
});

test('a missing automation, and a call without one, are reported', async () => {
  const none = await recount(['--automation', '01920000-0000-7000-8000-000000000000']);
  expect([none.code, none.stderr]).toEqual([1, 'tidings: this automation does not exist\n']);
  expect((await recount([])).stderr).toBe('tidings: give either --automation ID or --all\n');
});
