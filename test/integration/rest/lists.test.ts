import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

test('a list that REST creates is read by GraphQL', async () => {
  const created = await api.rest('POST', '/lists', { name: 'News', from_email: 'News@Shop.example' });
  expect(created.status).toBe(201);
  const { id } = created.body.data;
  const read = await api.graphql('query ($id: UUID!) { list(id: $id) { name fromEmail locale subscribedCount } }', {
    id,
  });
  expect(read.body.data.list).toEqual({
    name: 'News',
    fromEmail: 'news@shop.example',
    locale: 'en',
    subscribedCount: 0,
  });
});

test('only the fields sent change', async () => {
  const { body } = await api.rest('POST', '/lists', { name: 'A', from_email: 'a@shop.example', from_name: 'Ann' });
  const changed = await api.rest('PUT', `/lists/${body.data.id}`, { name: 'B' });
  expect(changed).toMatchObject({ status: 200, body: { data: { name: 'B', from_name: 'Ann' } } });
});
