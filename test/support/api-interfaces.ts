import { type Client, type ClientOptions, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { CallOptions, TestApp } from './app.ts';

/** The outcome of a call: passed, or refused with a code. */
export type Outcome = 'through' | 'UNAUTHENTICATED' | 'FORBIDDEN' | `fault: ${string}`;

const CLOSED: Record<number, Outcome> = { 4401: 'UNAUTHENTICATED', 4403: 'FORBIDDEN' };
const STATUS: Record<number, Outcome> = { 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN' };

/** A caller's credentials: a token, none, or the headers of a browser. */
export type Credentials = string | null | { headers: Record<string, string> };

const headersOf = (credentials: Credentials): Record<string, string> =>
  credentials === null
    ? {}
    : typeof credentials === 'string'
      ? { authorization: `Bearer ${credentials}` }
      : credentials.headers;

const optionsOf = (credentials: Credentials): CallOptions => ({ token: null, headers: headersOf(credentials) });

interface Result {
  errors?: readonly { message: string; extensions?: Record<string, unknown> }[];
}

function outcomeOf({ errors = [] }: Result): Outcome {
  const codes = errors.map(({ extensions }) => extensions?.code);
  for (const code of ['UNAUTHENTICATED', 'FORBIDDEN'] as const) if (codes.includes(code)) return code;
  const fault = errors.find(
    ({ extensions }) => !['NOT_FOUND', 'BAD_USER_INPUT', 'CONFLICT'].includes(String(extensions?.code)),
  );
  return fault ? `fault: ${fault.message}` : 'through';
}

/** A REST call as an outcome. */
export async function byRest(api: TestApp, credentials: Credentials, method: string, path: string): Promise<Outcome> {
  const { status, body } = await api.rest(method, path, method === 'GET' ? undefined : {}, optionsOf(credentials));
  return status < 500 ? (STATUS[status] ?? 'through') : `fault: ${JSON.stringify(body)}`;
}

/** A GraphQL operation as a plain POST. */
export async function byPost(api: TestApp, credentials: Credentials, query: string): Promise<Outcome> {
  const { status, body } = await api.graphql(query, {}, optionsOf(credentials));
  return STATUS[status] ?? outcomeOf(body);
}

/** The same over Server-Sent Events, up to the first result. `address`: the URL of the application. */
export async function bySse(address: string, credentials: Credentials, query: string): Promise<Outcome> {
  const headers = {
    accept: 'text/event-stream',
    'content-type': 'application/json',
    ...headersOf(credentials),
  };
  const answer = await fetch(`${address}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const text = await answer.text();
  if (answer.status !== 200) return STATUS[answer.status] ?? `fault: ${text}`;
  const data = /^data: (\{.*\})$/m.exec(text)?.[1];
  return data ? outcomeOf(JSON.parse(data)) : 'fault: no result';
}

/** A client for operations over WebSockets; by default its socket is open only while there are operations. */
export const openSocket = (address: string, credentials: Credentials, options: Partial<ClientOptions> = {}): Client =>
  createClient({
    ...options,
    url: `${address.replace('http', 'ws')}/graphql`,
    webSocketImpl:
      typeof credentials === 'object' && credentials !== null ? withHeaders(credentials.headers) : WebSocket,
    retryAttempts: 0,
    ...(typeof credentials === 'string' && { connectionParams: { authorization: `Bearer ${credentials}` } }),
  });

const withHeaders = (headers: Record<string, string>) =>
  class extends WebSocket {
    constructor(url: string, protocols: string) {
      super(url, protocols, { headers });
    }
  };

/** An operation over a WebSocket. */
export const byWebSocket = (client: Client, query: string): Promise<Outcome> =>
  new Promise((resolve) => {
    let outcome: Outcome = 'fault: no result';
    client.subscribe(
      { query },
      {
        next: (result) => {
          outcome = outcomeOf(result as Result);
        },
        error: (error) =>
          resolve(
            Array.isArray(error)
              ? outcomeOf({ errors: error })
              : (CLOSED[(error as { code: number }).code] ?? `fault: ${String(error)}`),
          ),
        complete: () => resolve(outcome),
      },
    );
  });
