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
  ['GET', `/${'lists/'.repeat(100)}`, undefined],
])('%s %s is as unknown as any other path, with a hint at %s', async (method, path, near) => {
  const { status, body, headers } = await api.rest(method as 'GET', path);
  expect([status, body]).toEqual([404, { message: 'Not found.', errors: {} }]);
  const instead = near ? `Did you mean ${near}?` : 'GET /openapi.json and /reference list all routes.';
  expect(headers['x-hint']).toBe(`There is no such route. ${instead}`);
});

test('a path that is not encoded as URLs are is unknown too', async () => {
  const { status, body } = await api.rest('GET', '/%zz');
  expect([status, body]).toEqual([404, { message: 'Not found.', errors: {} }]);
});

test('an unknown id of a known route is told apart', async () => {
  const { status, body, headers } = await api.rest('GET', '/lists/none');
  expect([status, body]).toEqual([404, { message: 'Not found.', errors: {} }]);
  expect(headers['x-hint']).toBe('GET /v1/lists/{list_id} exists, but your team has nothing with this id or name.');
});
