import { get, type IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import type { Server } from './server.ts';
import { until } from './until.ts';

const QUERY = 'subscription { transactionalMailStatusChanged { id subject } }';

/** Subscribes by SSE without reading; returns a function that reads everything until the stream ends. */
export async function stallSse({ url, token }: Server): Promise<() => Promise<string>> {
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}/graphql?query=${encodeURIComponent(QUERY)}`, { headers }, resolve).on('error', reject);
  });
  answer.socket.pause();
  return async () => {
    answer.socket.resume();
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) text += chunk;
    return text;
  };
}

/** The same by WebSocket; the function returns the messages. */
export async function stallWs({ url, token }: Server): Promise<() => Promise<string[]>> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const messages: string[] = [];
  socket.on('message', (message) => messages.push(String(message)));
  await until(() => socket.readyState === WebSocket.OPEN);
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
  await until(() => messages.length > 0);
  socket.send(JSON.stringify({ id: 'stalled', type: 'subscribe', payload: { query: QUERY } }));
  socket.send(
    JSON.stringify({ id: 'after', type: 'subscribe', payload: { query: '{ lists(first: 1) { totalCount } }' } }),
  );
  await until(() => messages.some((message) => message.includes('"after"')));
  socket.pause();
  messages.length = 0;
  return async () => {
    socket.resume();
    await until(() => /"type":"(error|complete)"/.test(messages.at(-1) ?? ''));
    socket.terminate();
    return messages;
  };
}
