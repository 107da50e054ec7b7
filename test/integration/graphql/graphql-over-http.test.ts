import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';

let api: TestApp;
let url: string;
beforeAll(async () => {
  api = await openTestApp();
  url = `${await api.app.listen({ port: 0, host: '127.0.0.1' })}/graphql`;
});
afterAll(() => api.close());

const audits = serverAudits({
  url: () => url,
  fetchFn: (address: string, init: RequestInit = {}) =>
    fetch(address, { ...init, headers: { ...init.headers, authorization: `Bearer ${api.token}` } }),
});

test.each(audits.map((audit) => [audit.name, audit] as const))('GraphQL over HTTP: %s', async (_, audit) => {
  const { status, ...result } = await audit.fn();
  expect({ status, reason: 'reason' in result ? result.reason : undefined }).toMatchObject({ status: 'ok' });
});
