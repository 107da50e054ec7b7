import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { type Inbox, linkIn, openInbox } from '../../support/inbox.ts';

const CONTENT = `<p>{{ subscriber.email }}|{{ subscriber.first_name }}|{{ subscriber.attributes.city }}|{{ subscriber.tags | join: "," }}|{{ list.name }}|</p>
<p>{% if unsubscribe_url %}<a href="{{ unsubscribe_url }}">Leave</a> <a href="{{ preferences_url }}">Choose</a>{% endif %}</p>`;

let api: TestApp;
let inbox: Inbox | undefined;
let template: string;
beforeAll(async () => {
  api = await openTestApp();
  const input = { name: 'Personal', editor: 'html', subject: 'For {{ subscriber.first_name }}', content: CONTENT };
  template = (await api.rest('POST', '/templates', input)).body.data.id;
  await api.rest('POST', '/templates', input, { token: api.otherToken });
  const ann = { email: 'ann@people.test', first_name: 'Ann', attributes: { city: 'Graz' }, tags: ['vip', 'gold'] };
  await subscribe(api, await makeList(api), [ann, { email: 'bob@people.test', first_name: 'Bob' }]);
  inbox = await openInbox(api.installation);
});
afterAll(async () => {
  await inbox?.stop();
  await api.close();
  await closeRendering();
});

const MAIL = { template: 'Personal', from: 'shop@shop.test' };
const send = async (mail: object, token = api.token) => {
  const { status, body } = await api.rest('POST', '/transactional-mails', { ...MAIL, ...mail }, { token });
  expect(status).toBe(201);
  return body.data;
};
const shownTo = async (email: string, mail: object = {}, token = api.token) => {
  const before = inbox!.server.received.filter(({ envelope }) => envelope.to.includes(email)).length;
  await send({ to: [email], ...mail }, token);
  return (await inbox!.mailTo(email, before + 1)).at(-1)!;
};

describe('a transactional e-mail', () => {
  test('shows the team’s data about a subscriber, with links that work', async () => {
    const received = await shownTo('ann@people.test');
    expect(received.mail.text).toContain('ann@people.test|Ann|Graz|gold,vip|News|');
    expect(received.mail.subject).toBe('For Ann');
    const leave = linkIn(received, 'unsubscribe');
    const { statusCode } = await api.app.inject({ method: 'POST', url: new URL(leave).pathname });
    expect(statusCode).toBeLessThan(400);
    const { body } = await api.rest('GET', '/people?email=ann@people.test');
    expect(body.data.subscriptions[0].status).toBe('unsubscribed');
    await api.db.subscriber.updateMany({ where: { email: 'ann@people.test' }, data: { status: 'subscribed' } });
  });

  test('shows only the address of an unknown person', async () => {
    const { mail } = await shownTo('stranger@people.test');
    expect(mail.text?.trim()).toBe('stranger@people.test|||||');
  });

  test('never shows data of another team', async () => {
    const { mail } = await shownTo('ann@people.test', {}, api.otherToken);
    expect(mail.text?.trim()).toBe('ann@people.test|||||');
  });

  test('is about the first recipient, and has none of their links if others get it too', async () => {
    const { mail } = await shownTo('ann@people.test', { bcc: ['archive@shop.test'] });
    expect(mail.text?.trim()).toBe('ann@people.test|Ann|Graz|gold,vip|News|');
  });

  test('uses the active subscription, regardless of age', async () => {
    const [left, active] = [await makeList(api, { name: 'Left' }), await makeList(api, { name: 'Active' })];
    const row = (first_name: string) => [{ email: 'two@people.test', first_name }];
    await subscribe(api, active, row('Active'));
    const { data } = await subscribe(api, left, row('Left'));
    await api.rest('POST', `/subscribers/${data[0].id}/unsubscribe`);
    expect((await shownTo('two@people.test')).mail.text).toContain('two@people.test|Active|||Active|');
  });

  test('shows the variable list as a mail to an unknown person does', async () => {
    const { mail } = await shownTo('ann@people.test', { variables: { list: { name: 'Shopping' }, subscriber: 1 } });
    expect(mail.text).toContain('ann@people.test|Ann|Graz|gold,vip|Shopping|');
  });
});

describe('a preview', () => {
  test('of a mail and of a template shows the same, with inactive links', async () => {
    const { id } = await send({ to: ['bob@people.test'] });
    await inbox!.mailTo('bob@people.test'); // so that the next test finds its own
    const { body: mail } = await api.rest('GET', `/transactional-mails/${id}/preview`, undefined, {
      token: api.readToken,
    });
    const { body: rendered } = await api.rest('POST', `/templates/${template}/render`, { email: 'bob@people.test' });
    for (const { subject, text } of [mail.data, rendered.data]) {
      expect(subject).toBe('For Bob');
      expect(text).toContain('bob@people.test|Bob|||News|');
      const [link] = /http:\S+\/unsubscribe\/\w+/.exec(text) ?? expect.fail();
      const answer = await api.app.inject({ method: 'POST', url: new URL(link).pathname });
      expect(answer.statusCode).toBe(404);
    }
  });

  test('without an address, or for an unknown person, shows the address alone', async () => {
    const render = async (body: object) =>
      (await api.rest('POST', `/templates/${template}/render`, body)).body.data.text;
    expect(await render({})).toBe('|||||');
    expect(await render({ email: 'stranger@people.test' })).toBe('stranger@people.test|||||');
    expect(await render({ email: 'Bob@People.test' })).toContain('bob@people.test|Bob|||News|');
  });
});

test('viewed in the browser it is the same, links too', async () => {
  const view = { name: 'View', editor: 'html', content: `${CONTENT}<p>{{ view_url }}</p>` };
  await api.rest('POST', '/templates', view);
  const { mail } = await shownTo('bob@people.test', { template: 'View' });
  const [url] = /http:\S+\/view\/[\w-]+/.exec(mail.text as string) ?? expect.fail();
  const { body } = await api.app.inject({ url: new URL(url).pathname });
  expect(body).toContain('bob@people.test|Bob|||News|');
  const [leave] = /http:[^"]+\/unsubscribe\/[\w-]+/.exec(body) ?? expect.fail();
  expect((await api.app.inject({ url: new URL(leave).pathname })).statusCode).toBe(200);
});

test('a batch of mails needs as many loading statements as one', async () => {
  await inbox?.stop(); // its worker asks for mails all the time
  inbox = undefined;
  const { loadMailData } = await import('../../../src/domain/sending/compose/mail-data.ts');
  const { db } = api.installation.connection;
  const sent = await api.db.message.findMany({ where: { mailId: { not: null }, teamId: api.teamId } });
  expect(sent.length).toBeGreaterThan(5);
  const load = (messages: typeof sent) => api.statements(() => loadMailData(db, messages));
  expect((await load(sent)).length).toBe((await load(sent.slice(0, 1))).length);
});
