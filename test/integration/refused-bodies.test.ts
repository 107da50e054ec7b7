import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { dial } from '../support/raw-client.ts';
import { until } from '../support/until.ts';

let api: TestApp;
const accepted: Socket[] = [];
beforeAll(async () => {
  api = await openTestApp();
  api.app.server.on('connection', (socket: Socket) => accepted.push(socket));
  await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

const REQUESTS = 60;
const BODY = JSON.stringify({ query: `{ lists(first: 1) { totalCount } } #${'x'.repeat(20_000)}` });

/** A call with its head alone; gives a way to send the body, which is not read before the answer. */
const CALLS: Record<string, () => string> = {
  'a made up token': () => 'POST /graphql HTTP/1.1\r\nAuthorization: Bearer nobody',
  'no token': () => 'POST /v1/lists HTTP/1.1\r\nX-None: 1',
  'a made up token at REST': () => 'POST /v1/tags HTTP/1.1\r\nAuthorization: Bearer nobody',
};

test.each(Object.entries(CALLS))(
  'a kept connection stores nothing of calls refused before their bodies arrive: %s',
  async (_, start) => {
    const socket = await dial(api);
    let answers = 0;
    socket.setEncoding('latin1').on('data', (text: string) => {
      answers += text.split('HTTP/1.1 4').length - 1;
    });
    const answered = async (count: number) => {
      while (answers < count) await once(socket, 'data');
      expect(answers).toBe(count);
    };
    await until(() => accepted.length > 0);
    const ours = accepted.at(-1)!;
    const before = ours.listenerCount('close');
    for (let call = 1; call <= REQUESTS; call++) {
      const head = [start(), 'Host: x', 'Content-Type: application/json', `Content-Length: ${BODY.length}`];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      await answered(call);
      socket.write(BODY);
    }
    await until(() => ours.bytesRead > REQUESTS * BODY.length);
    await until(() => ours.listenerCount('close') <= before + 2);
    socket.destroy();
    await once(socket, 'close');
  },
);

/** Posts a form in two parts, as a client that reads its file meanwhile; the status, or the error that the client met. */
const postForm = (path: string, size: number): Promise<number | string | undefined> =>
  new Promise((resolve) => {
    const { port } = api.app.server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'multipart/form-data; boundary=b' };
    const call = request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    call.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
    call.write('--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{}\r\n');
    setImmediate(() => call.end(`${'x'.repeat(size)}\r\n--b--\r\n`));
  });

test.each([
  ['/graphql', 1],
  ['/graphql', 20_000],
  ['/graphql', 2_000_000],
  ['/v1/events', 20_000],
])('a client that posts a form to %s, %i bytes in its second part, gets 415 each time', async (path, size) => {
  const answers: unknown[] = [];
  for (let call = 0; call < 30; call++) answers.push(await postForm(path, size));
  expect(answers).toEqual(Array(30).fill(415));
});
