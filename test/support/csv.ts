import { expect } from 'vitest';
import type { Answer, TestApp } from './app.ts';
import { expectMatchesOpenApi } from './openapi-response.ts';
import { until } from './until.ts';

interface Sent {
  query?: Record<string, string | string[]>;
  headers?: Record<string, string>;
  token?: string | null;
  /** Below the list; default `/imports`. */
  path?: string;
}

/** Sends a file to a list through REST; the response must match the description. */
export async function sendCsv(
  api: TestApp,
  list: string,
  file: string | Buffer | NodeJS.ReadableStream,
  { query = {}, headers = {}, token = api.token, path = '/imports' }: Sent = {},
): Promise<Answer> {
  const sent = await api.app.inject({
    method: 'POST',
    url: `/v1/lists/${list}${path}`,
    query,
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }), 'content-type': 'text/csv', ...headers },
    payload: file,
  });
  const body = sent.payload ? JSON.parse(sent.payload) : undefined;
  const answer = { status: sent.statusCode, headers: sent.headers as Record<string, string>, body };
  expectMatchesOpenApi('POST', `/lists/${list}${path}`, answer);
  return answer;
}

/** Sends a file and returns its import once it is finished; `meta` is from the first response. */
export async function importCsv(api: TestApp, list: string, file: string | Buffer, sent: Sent = {}) {
  const { status, body } = await sendCsv(api, list, file, sent);
  expect([status, body.message]).toEqual([202, undefined]);
  const read = async () => (await api.rest('GET', `/imports/${body.data.id}`)).body.data;
  await until(async () => (await read()).finished_at !== null);
  return { ...(await read()), meta: body.meta };
}

/** The status of all subscribers of a list, by address. */
export async function statusesOn(api: TestApp, list: string): Promise<Record<string, string>> {
  const rows = await api.db.subscriber.findMany({ where: { listId: list }, orderBy: { email: 'asc' } });
  return Object.fromEntries(rows.map(({ email, status }) => [email, status]));
}

const BOUNDARY = 'csv-of-a-test';

/** A form with fields before and after a file. */
export function formOf(
  file: string | Buffer,
  fields: Record<string, string> = {},
  behind: Record<string, string> = {},
) {
  const field = ([name, value]: [string, string]) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([
      Buffer.from(Object.entries(fields).map(field).join('')),
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="people.csv"\r\nContent-Type: text/csv\r\n\r\n`,
      ),
      Buffer.from(file),
      Buffer.from(`\r\n${Object.entries(behind).map(field).join('')}--${BOUNDARY}--\r\n`),
    ]),
  };
}
