import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/graphql.ts';

const TRANSPORT = { name: 'Own', host: 'mail.shop.test', port: 587 };

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const hasMailServer = async (testApp = api) => (await ask(testApp, '{ team { hasMailServer } }')).team.hasMailServer;

test('a team has a mail server while it has a default transport', async () => {
  expect(await hasMailServer()).toBe(false);
  const { body } = await api.rest('POST', '/transports', TRANSPORT);
  expect(await hasMailServer()).toBe(false);
  await api.rest('PATCH', `/transports/${body.data.id}`, { is_default: true });
  expect(await hasMailServer()).toBe(true);
  await api.rest('DELETE', `/transports/${body.data.id}`);
  expect(await hasMailServer()).toBe(false);
});

test('every team has the mail server of MAIL_URL', async () => {
  const testApp = await openTestApp({ mailUrl: 'smtp://mail.test' });
  expect(await hasMailServer(testApp)).toBe(true);
  await testApp.close();
});
