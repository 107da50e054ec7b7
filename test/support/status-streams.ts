import { createClient as createWsClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Client } from './server.ts';
import { sseClient } from './sse.ts';
import { until } from './until.ts';

export interface Change {
  id: string;
  status: 'PENDING' | 'SENT' | 'FAILED';
}

/** A live reader of status changes. */
export interface StatusStream {
  changes: Change[];
  /** Its last message; undefined while it continues. */
  ended: { error?: unknown } | undefined;
  close(): void;
}

export const STATUS_CHANGES = 'subscription { transactionalMailStatusChanged { id status } }';

interface Options {
  token?: string;
  path?: string;
}

/** By graphql-sse, connected when it resolves. Does not reconnect. */
export async function subscribeBySse(server: Client, { token = server.token, path = '/graphql' }: Options = {}) {
  const { client, connected } = sseClient(`${server.url}${path}`, token);
  const subscriber = read((sink) => client.subscribe({ query: STATUS_CHANGES }, sink));
  await until(() => connected() || subscriber.ended);
  return subscriber;
}

/** By graphql-ws, with the token in its connectionParams; subscribed when it resolves. Does not reconnect. */
export async function subscribeByWs(server: Client, { token = server.token, path = '/graphql' }: Options = {}) {
  const client = createWsClient({
    url: `${server.url.replace('http', 'ws')}${path}`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
  });
  const subscriber = read((sink) => client.subscribe({ query: STATUS_CHANGES }, sink));
  // The protocol does not confirm the start of a subscription, but answers requests in order.
  let answered = false;
  const done = () => {
    answered = true;
  };
  client.subscribe({ query: '{ lists(first: 1) { totalCount } }' }, { next: done, error: done, complete: done });
  await until(() => answered);
  return subscriber;
}

type Answer = { data?: Record<string, unknown> | null; errors?: readonly unknown[] };
type Sink = { next(answer: Answer): void; error(error: unknown): void; complete(): void };

function read(subscribe: (sink: Sink) => () => void): StatusStream {
  const subscriber: StatusStream = { changes: [], ended: undefined, close: () => stop() };
  const stop = subscribe({
    next: ({ data, errors }) => {
      const change = data?.transactionalMailStatusChanged as Change | undefined;
      if (change) subscriber.changes.push(change);
      else subscriber.ended ??= { error: errors };
    },
    error: (error) => {
      subscriber.ended ??= { error };
    },
    complete: () => {
      subscriber.ended ??= {};
    },
  });
  return subscriber;
}
