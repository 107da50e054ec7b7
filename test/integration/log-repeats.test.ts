import { afterEach, beforeEach, expect, test } from 'vitest';
import { logTo } from '../../src/log.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { openInbox } from '../support/inbox.ts';
import { statement } from '../support/statement.ts';
import { until } from '../support/until.ts';

interface Line {
  level: number;
  msg: string;
  reason?: string;
  repeated?: number;
  seconds?: number;
  reqId?: string;
  err?: { message: string; stack: string };
}

const ERROR = 50;
let lines: Line[];
let api: TestApp;
const open = async (config: Parameters<typeof openTestApp>[0] = {}) => {
  api = await openTestApp(config, { log: logTo('info', { write: (line) => void lines.push(JSON.parse(line)) }) });
};
beforeEach(() => {
  lines = [];
});
afterEach(() => api.close());

const saying = (msg: string) => lines.filter((line) => line.msg === msg);

test('requests refused for overload are logged once and then counted', async () => {
  await open({ maxConcurrentRequests: 0 });
  const calls = Array.from({ length: 30 }, (_, n) =>
    n % 2 ? api.rest('GET', '/lists') : api.graphql('{ tags { totalCount } }'),
  );
  for (const { status } of await Promise.all(calls)) expect(status).toBe(503);
  expect(lines).toHaveLength(1);
  await until(() => lines.length > 1);
  expect(lines[1]).toMatchObject({
    ...{ level: 40, msg: 'the server is overloaded; refusing requests' },
    ...{ repeated: 29, seconds: 10 },
  });
});

test('failed requests are logged once per reason, with the stack, and then counted', async () => {
  await open();
  await statement(api.databaseUrl, 'alter table tags rename to tags_elsewhere');
  await statement(api.databaseUrl, 'alter table suppressions rename to suppressions_elsewhere');
  for (let count = 0; count < 5; count++) {
    for (const url of ['/v1/tags', '/v1/suppressions']) {
      const headers = { authorization: `Bearer ${api.token}` };
      expect((await api.app.inject({ url, headers })).statusCode).toBe(500);
    }
    expect((await api.graphql('{ tags { totalCount } }')).body.errors[0].extensions.code).toBe('INTERNAL');
  }
  const faults = lines.filter(({ level }) => level === ERROR);
  expect(new Set(faults.map(({ msg, err }) => `${msg} ${err?.message}`)).size).toBe(faults.length);
  for (const { err } of faults) expect(err?.stack).toContain('at ');
  await until(() => lines.some(({ repeated }) => repeated));
  const [counted] = lines.filter(({ repeated }) => repeated);
  expect([counted?.repeated, counted?.reqId]).toEqual([4, undefined]);
});

test('a worker that cannot claim jobs logs it once, and then a count', async () => {
  await open();
  const inbox = await openInbox(api.installation);
  await statement(api.databaseUrl, 'alter table messages rename to messages_elsewhere');
  const msg = 'cannot claim mails; trying again';
  await until(() => saying(msg).some(({ repeated }) => repeated));
  const [first, second] = saying(msg);
  expect([first?.repeated, second?.repeated]).toEqual([undefined, expect.any(Number)]);
  expect(second?.reason, 'the reason stays').toBe(first?.reason);
  await statement(api.databaseUrl, 'alter table messages_elsewhere rename to messages');
  await inbox.stop();
});

test('texts chosen by callers do not cause endless log lines', async () => {
  await open();
  const { log } = api.installation;
  for (let count = 0; count < 5_000; count++) log.warn({ reason: `450 try later, id ${count}` }, 'mail deferred');
  expect(saying('mail deferred').length).toBeLessThan(250);
  log.info('logged each time');
  log.info('logged each time');
  expect(saying('logged each time')).toHaveLength(2);
});
