import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

test.each([
  ['GET', '/list', 'GET /v1/lists'],
  ['POST', '/event', 'POST /v1/events'],
  ['GET', '/transactional_mails', 'GET /v1/transactional-mails'],
  ['GET', '/mails', 'GET /v1/transactional-mails'],
  ['POST', '/contacts/1/subscribers', 'POST /v1/lists/{list_id}/subscribers'],
  ['GET', '/lists/1/subscriber', 'GET /v1/lists/{list_id}/subscribers'],
  ['GET', '/Campaigns/', 'GET /v1/campaigns'],
  ['POST', '/campaigns/1/sends', 'POST /v1/campaigns/{campaign_id}/send'],
  ['GET', '/templates/1/previews?x=1', 'POST /v1/templates/preview'],
  ['GET', '/nothing/like/this', undefined],
  ['GET', '/%zz', undefined],
  ['GET', `/${'lists/'.repeat(100)}`, undefined],
])('%s %s is as unknown as any other path, with a hint at %s', async (method, path, near) => {
  const { status, body, headers } = await api.rest(method as 'GET', path);
  expect([status, body]).toEqual([404, { message: 'Not found.', errors: {} }]);
  expect(headers['x-hint']).toBe(near && `There is no such route. Did you mean ${near}?`);
});

test('an unknown id of a known route has no hint', async () => {
  const { status, headers } = await api.rest('GET', '/lists/none');
  expect([status, headers['x-hint']]).toEqual([404, undefined]);
});
