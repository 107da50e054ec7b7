import { expect } from 'vitest';
import type { CallOptions, TestApp } from './app.ts';

/** The data of an operation that must not fail. */
export async function ask(api: TestApp, query: string, variables: object = {}, options?: CallOptions) {
  const { status, body } = await api.graphql(query, variables, options);
  expect(body.errors).toBeUndefined();
  expect(status).toBe(200);
  return body.data;
}

/** The one error of an operation that must fail. */
export async function fail(api: TestApp, query: string, variables: object = {}, options?: CallOptions) {
  const { body } = await api.graphql(query, variables, options);
  expect(body.errors).toHaveLength(1);
  for (const key of Object.keys(body.errors[0])) expect(['message', 'locations', 'path', 'extensions']).toContain(key);
  return body.errors[0] as {
    message: string;
    extensions: { code: string; issues?: { path: string[]; message: string }[] };
  };
}
