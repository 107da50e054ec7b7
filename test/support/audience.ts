import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Creates a list through REST; returns its id. */
export async function makeList(api: TestApp, input: object = {}): Promise<string> {
  const { status, body } = await api.rest('POST', '/lists', { name: 'News', from_email: 'news@shop.test', ...input });
  expect(status).toBe(201);
  return body.data.id;
}

/** Subscribes rows through REST; returns the body of the response. */
export async function subscribe(api: TestApp, list: string, rows: unknown[]) {
  const { status, body } = await api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers: rows });
  expect(status).toBe(200);
  return body;
}

/** Subscribes any number of rows, a hundred at a time. */
export async function subscribeMany(api: TestApp, list: string, rows: unknown[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 100) await subscribe(api, list, rows.slice(from, from + 100));
}

/** The one subscriber of a list with this address, as in REST. */
export async function readSubscriber(api: TestApp, list: string, email: string) {
  const { body } = await api.rest('GET', `/lists/${list}/subscribers?email=${encodeURIComponent(email)}`);
  expect(body.data).toHaveLength(1);
  return body.data[0];
}

/** `count` rows with distinct addresses. */
export const rowsOf = (count: number, prefix = 'p') =>
  Array.from({ length: count }, (_, index) => ({ email: `${prefix}${index}@people.test` }));
