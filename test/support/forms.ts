import { expect } from 'vitest';
import { processSignUps } from '../../src/domain/forms/process-sign-ups.ts';
import { createScope, WORKER } from '../../src/scope.ts';
import type { TestApp } from './app.ts';
import { FORM } from './pages.ts';

/** Creates a form through REST and returns it. */
export async function makeForm(api: TestApp, list: string, input: object = {}) {
  const answer = await api.rest('POST', '/forms', { list, name: 'Newsletter', ...input });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}

/** A form token issued `secondsAgo` seconds ago. */
export const formTokenOf = (api: TestApp, formId: string, secondsAgo = 10): string =>
  api.installation.formTokens.give({ teamId: api.teamId, id: formId }, new Date(Date.now() - secondsAgo * 1000));

export interface Sending {
  /** As scripts send it. */
  json?: boolean;
  /** null: none. Default: a form token from ten seconds ago. */
  token?: string | null;
  from?: string;
  headers?: Record<string, string>;
}

/** Sends a form, as a visitor does. */
export async function sendForm(
  api: TestApp,
  formId: string,
  filled: Record<string, unknown>,
  { json = false, token = formTokenOf(api, formId), from = '192.0.2.1', headers = {} }: Sending = {},
) {
  const all = { ...filled, ...(token !== null && { _pass: token }) };
  const answer = await api.app.inject({
    method: 'POST',
    url: `/f/${formId}`,
    remoteAddress: from,
    headers: { 'content-type': json ? 'application/json' : FORM, ...headers },
    payload: json ? JSON.stringify(all) : new URLSearchParams(all as Record<string, string>).toString(),
  });
  const title = /<h1>(.*?)<\/h1>/.exec(answer.payload)?.[1] ?? null;
  const isJson = /json/.test(String(answer.headers['content-type']));
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.payload,
    title,
    body: isJson ? JSON.parse(answer.payload) : undefined,
  };
}

/** Processes all queued sign-ups, as the worker does a second later. */
export async function processAllSignUps(api: TestApp): Promise<void> {
  while (await processSignUps(createScope(api.db, { id: api.teamId }, WORKER)));
}
