import type { Client, SubscribePayload } from 'graphql-ws';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { type Credentials, openSocket } from './api-interfaces.ts';
import { until } from './until.ts';

interface ReadError {
  message: string;
  extensions?: object;
}

/** The results of one subscription so far. */
export interface LiveReader {
  results: { data?: Record<string, unknown> | null; errors?: readonly ReadError[] }[];
  /** The errors of the protocol's `error` message, which ends an operation. */
  refusal: readonly ReadError[];
  /** The codes of its errors, over any transport. */
  codes: unknown[];
  isOver: boolean;
  stop(): void;
}

/** Follows an operation over a WebSocket: its text, or a whole request. `onResult` is called for each result. */
export function readOver(
  client: Client,
  request: string | SubscribePayload,
  onResult: () => void = () => {},
): LiveReader {
  const reader: LiveReader = { results: [], refusal: [], codes: [], isOver: false, stop: () => {} };
  const note = (errors: readonly ReadError[] = []) =>
    reader.codes.push(...errors.map(({ extensions }) => (extensions as { code?: unknown })?.code));
  reader.stop = client.subscribe(typeof request === 'string' ? { query: request } : request, {
    next: (result) => {
      reader.results.push(result as LiveReader['results'][number]);
      note((result as LiveReader['results'][number]).errors);
      onResult();
    },
    error: (error) => {
      reader.refusal = Array.isArray(error) ? error : [{ message: String(error) }];
      note(reader.refusal);
      reader.isOver = true;
    },
    complete: () => {
      reader.isOver = true;
    },
  });
  return reader;
}

/** Opens a subscription by SSE; returns its first event, and a function that ends it. Without events it waits for none. */
export async function openSse(address: string, token: string, query: string) {
  const ending = new AbortController();
  const answer = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ query }),
    signal: ending.signal,
  });
  expect(answer.status).toBe(200);
  const stream = { text: '', stop: () => ending.abort() };
  void (async () => {
    for await (const chunk of answer.body!) stream.text += Buffer.from(chunk).toString();
  })().catch(() => {});
  return stream;
}

/** A client with an open socket from the beginning. */
export function connected(address: string, credentials: Credentials): Client {
  return openSocket(address, credentials, { lazy: false, onNonLazyError: () => {} });
}

/** A silent socket, and its outcome. */
export function dialSocket(address: string): { socket: WebSocket; outcome(): Promise<'open' | number> } {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  let outcome: 'open' | number | undefined;
  socket.on('open', () => {
    outcome = 'open';
  });
  socket.on('unexpected-response', (_request, { statusCode }) => {
    outcome = statusCode ?? 0;
    socket.terminate();
  });
  socket.on('error', () => {});
  return { socket, outcome: () => until(() => outcome) };
}
