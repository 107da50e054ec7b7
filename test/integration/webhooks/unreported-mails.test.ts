import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { type Inbox, openInbox } from '../../support/inbox.ts';
import { fetchAs, readMessage, sendCampaignTo, TEMPLATE_WITH_LINKS } from '../../support/received-messages.ts';
import { until } from '../../support/until.ts';
import { kindsDeliveredTo, makeWebhook } from '../../support/webhooks.ts';

const ANN = 'ann@people.test';

let api: TestApp;
let inbox: Inbox;
let template: string;
beforeAll(async () => {
  api = await openTestAppWithJobs();
  inbox = await openInbox(api.installation);
  await api.rest('PATCH', '/team', { postal_address: '1 Market Street', from_email: 'shop@shop.test' });
  template = (await api.rest('POST', '/templates', TEMPLATE_WITH_LINKS)).body.data.id;
});
afterAll(async () => {
  await inbox.stop();
  await api.close();
});
afterEach(() => api.db.webhook.deleteMany());

const aboutMails = () => makeWebhook(api, { kinds: ['mail.sent', 'mail.failed', 'mail.opened', 'mail.clicked'] });
const untilCounted = () => until(async () => (await api.db.outcome.count()) === 0);

test('a test e-mail notifies of nothing: neither sent nor failed, opened or clicked', async () => {
  const { id } = await aboutMails();
  inbox.server.recipients.set('refused@staff.test', '550 5.7.1 no');
  const send = async (email: string) => {
    const { status, body } = await api.rest('POST', `/templates/${template}/test`, { to: [email] });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.data.id as string;
  };
  await send('refused@staff.test');
  const mail = await send('lee@staff.test');
  const [received] = await inbox.mailTo('lee@staff.test');
  await until(async () => (await api.db.message.count({ where: { state: { in: ['sent', 'failed'] } } })) === 2);
  await untilCounted();
  const sentAt = new Date(Date.now() - 60_000);
  await api.db.transactionalMail.updateMany({ where: { id: mail }, data: { sentAt } });
  const { clicks, pixel } = readMessage(received!, 'lee@staff.test');
  for (const path of [...clicks, pixel]) if (path) await fetchAs(api, path);
  expect(await kindsDeliveredTo(api, id)).toEqual([]);
});

test('an old e-mail to an erased person notifies of nothing when it is read', async () => {
  const list = await makeList(api);
  await subscribe(api, list, [{ email: ANN }]);
  const { messages } = await sendCampaignTo(api, inbox, list, [ANN]);
  await untilCounted();
  const { id } = await aboutMails();
  expect((await api.rest('POST', '/people/erase', { email: ANN })).status).toBe(204);
  const [{ clicks, pixel }] = messages as [(typeof messages)[number]];
  for (const path of [pixel, clicks[0]!]) await fetchAs(api, path);
  expect(await kindsDeliveredTo(api, id)).toEqual([]);
});

test('e-mails of a list, and events, are not stored for webhooks that want others or are disabled', async () => {
  const list = await makeList(api);
  await makeWebhook(api, { kinds: ['mail.sent', 'mail.opened'], filter: { list: await makeList(api) } });
  await makeWebhook(api, { kinds: ['event.recorded'], filter: { event_names: ['order'] } });
  await makeWebhook(api, { kinds: ['*'], enabled: false });
  await subscribe(api, list, [{ email: 'bob@people.test' }]);
  const { messages } = await sendCampaignTo(api, inbox, list, ['bob@people.test']);
  await untilCounted();
  await fetchAs(api, messages[0]!.pixel);
  await api.rest('POST', '/events', { email: 'bob@people.test', name: 'seen' });
  expect(await api.db.webhookNotification.count()).toBe(0);
});
