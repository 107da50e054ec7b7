import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../../src/domain/automations/steps/send.ts';
import { executeStep, insertAutomation, startRuns } from '../../support/at-step.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { type FeedbackApp, openFeedbackApp } from '../../support/feedback.ts';
import { until } from '../../support/until.ts';

let feedbackApp: FeedbackApp;
let list: string;
beforeAll(async () => {
  feedbackApp = await openFeedbackApp();
  await feedbackApp.api.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  list = await makeList(feedbackApp.api);
  const content =
    '<html><body><a href="https://x.test/?c={{ event.cart }}">Cart</a> {{ unsubscribe_url }}</body></html>';
  for (const strict of [true, false]) {
    const name = strict ? 'Strict' : 'Lenient';
    await feedbackApp.api.rest('POST', '/templates', { name, editor: 'html', subject: 'Cart', content, strict });
  }
});
afterAll(() => feedbackApp.close());

const EVENT = { properties: { cartId: 7 } };
let number = 0;

/** Sends an automation e-mail to a new subscriber; returns the address. */
async function take(step: object, event: object = EVENT): Promise<string> {
  const email = `p${number++}@people.test`;
  await subscribe(feedbackApp.api, list, [{ email, first_name: 'Ann' }]);
  const steps = [{ id: 'mail', type: 'send', ...step } as never];
  const automation = await insertAutomation(feedbackApp.api, { listId: list, steps });
  await executeStep(
    feedbackApp.api,
    send,
    automation,
    await startRuns(feedbackApp.api, automation, [email], event as never),
  );
  return email;
}

test.each([
  ['its template is', { template: 'Strict' }],
  ['it is, whatever its template says', { template: 'Lenient', strict: true }],
])('a step whose e-mail lacks a variable sends nothing and reports the reason, with %s strict', async (_what, step) => {
  await take(step);
  const failed = await until(async () => {
    const [attempt] = await feedbackApp.api.db.attempt.findMany({
      where: { outcome: 'failed' },
      orderBy: { id: 'desc' },
    });
    return attempt;
  });
  expect(failed.reason).toBe('The variable event.cart has no value, and the e-mail is strict.');
  await feedbackApp.api.db.attempt.deleteMany({});
});

test('a step sends its e-mail if it is set as not strict, and if no variable is missing', async () => {
  const lenient = await take({ template: 'Strict', strict: false });
  const whole = await take({ template: 'Strict', tracking: false }, { properties: { cart: 7 } });
  await feedbackApp.inbox.mailTo(lenient);
  expect((await feedbackApp.inbox.mailTo(whole))[0]!.mail.html).toContain('https://x.test/?c=7');
});

test('a transactional e-mail of a step fails for a missing variable, and warns if it is not strict', async () => {
  const mailOf = async (email: string) =>
    (await feedbackApp.api.rest('GET', `/transactional-mails?recipient=${email}`)).body.data[0];
  const step = { transactional: true, from_email: 'care@shop.test', template: 'Lenient' };
  const strict = await take({ ...step, strict: true });
  const mail = await until(async () => {
    const found = await mailOf(strict);
    return found?.status === 'failed' && found;
  });
  expect(mail.failure_reason).toBe('The variable event.cart has no value, and the e-mail is strict.');
  const warned = await mailOf(await take(step));
  const { body } = await feedbackApp.api.rest('GET', `/transactional-mails/${warned.id}/timeline`);
  expect(body.data[1]).toMatchObject({
    type: 'warned',
    reason: 'The variable event.cart has no value, so an address is incomplete: https://x.test/?c={{ event.cart }}',
  });
});

test('a step shows the switch, and refuses another value', async () => {
  const automation = (strict: unknown) => ({
    ...{ name: 'Cart', trigger: { type: 'api' } },
    steps: [{ type: 'send', template: 'Strict', strict }],
  });
  const { body } = await feedbackApp.api.rest('POST', '/automations', automation(true));
  expect(body.data.steps[0].strict).toBe(true);
  const refused = await feedbackApp.api.rest('POST', '/automations', automation('yes'));
  expect(refused.body.errors).toHaveProperty(['steps.0.strict']);
});

test('a campaign with a strict template is refused while a variable is missing for a person', async () => {
  const content = '<p>{{ subscriber.attributes.city }} {{ subscriber.first_name | default: "you" }}</p>';
  await feedbackApp.api.rest('POST', '/templates', {
    name: 'News',
    editor: 'html',
    subject: 'News',
    content,
    strict: true,
  });
  const other = await makeList(feedbackApp.api, { name: 'Other' });
  await subscribe(feedbackApp.api, other, [{ email: 'ada@people.test' }]);
  const campaign = { name: 'May', list: other, template: 'News' };
  const { body } = await feedbackApp.api.rest('POST', '/campaigns', campaign);
  const checked = await feedbackApp.api.rest('POST', `/campaigns/${body.data.id}/check`);
  expect(checked.body.data.ready).toBe(false);
  expect(JSON.stringify(checked.body.data.problems)).toContain('The variable subscriber.attributes.city has no value');
  await subscribe(feedbackApp.api, other, [{ email: 'ada@people.test', attributes: { city: 'Graz' } }]);
  const again = await feedbackApp.api.rest('POST', `/campaigns/${body.data.id}/check`);
  expect(JSON.stringify(again.body.data.problems)).not.toContain('no value');
});
