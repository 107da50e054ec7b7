import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../src/database/open.ts';
import { createLog, logTo } from '../../src/log.ts';
import { launchProcess, startProcess } from '../support/database-processes.ts';
import { statement } from '../support/statement.ts';
import { until } from '../support/until.ts';

const log = createLog('silent');
const START = 'select pg_postmaster_start_time() as start';

let home: string;
let database: OpenDatabase | undefined;

const open = async () => {
  database = await openDatabase({ dataDir: home }, log);
  return database;
};

const newHome = () => mkdtemp(join(tmpdir(), 'tidings-embedded-'));

beforeEach(async () => {
  home = await newHome();
  return async () => {
    await database?.stop();
    database = undefined;
    await rm(home, { recursive: true });
  };
});

describe('in an empty data directory', () => {
  test('processes that start together share one server', async () => {
    const processes = await Promise.all([startProcess(home), startProcess(home), startProcess(home)]);
    const starts = await Promise.all(processes.map(({ url }) => statement(url, START)));
    expect(starts).toEqual([starts[0], starts[0], starts[0]]);
    expect(await readdir(home)).toEqual(['postgresql']);
    await Promise.all(processes.map((process) => process.stop()));
    await expect(statement(processes[0]!.url, 'select 1')).rejects.toThrow();
  });

  test('an interrupted creation starts again', async () => {
    const child = launchProcess(home);
    await until(async () => (await readdir(home)).some((name) => name.startsWith('postgresql')));
    child.kill('SIGKILL');
    await until(() => child.signalCode !== null);
    const { url } = await open();
    expect(await statement(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await readdir(home)).toEqual(['postgresql']);
  });
});

describe('with existing files', () => {
  let made: string;
  beforeAll(async () => {
    made = await newHome();
    const { stop } = await openDatabase({ dataDir: made }, log);
    await stop();
  });
  afterAll(() => rm(made, { recursive: true }));
  beforeEach(async () => {
    await promisify(execFile)('cp', ['-a', `${made}/.`, home]); // with their owner
  });

  test('data survive a stop and a start, at the same address', async () => {
    const first = await open();
    await statement(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    await expect(statement(first.url, 'select 1')).rejects.toThrow();
    const second = await open();
    expect(second.url).toBe(first.url);
    expect(await statement(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('committed data are durable: no setting trades safety for speed', async () => {
    const { url } = await open();
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      expect(await statement(url, `show ${setting}`)).toEqual([{ [setting]: 'on' }]);
    }
  });

  test('it listens on this machine alone and wants its password', async () => {
    const { url } = await open();
    expect(await statement(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    const wrongPassword = new URL(url);
    wrongPassword.password = 'guess';
    await expect(statement(wrongPassword.href, 'select 1')).rejects.toThrow('password authentication failed');
  });

  test('it moves to another port if its own was taken', async () => {
    const first = await open();
    await first.stop();
    const squatter = await listen(Number(new URL(first.url).port));
    try {
      const second = await open();
      expect(second.url).not.toBe(first.url);
      expect(await statement(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      squatter.close();
    }
  });

  test('a server left by a killed process is joined with its data intact, and the last process to join stops it', async () => {
    const killed = await startProcess(home);
    await statement(killed.url, 'create table kept as select 42 as answer');
    const before = await statement(killed.url, START);
    await killed.kill();
    const joined = await open();
    expect(await statement(joined.url, START)).toEqual(before);
    expect(await statement(joined.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await joined.stop();
    await expect(statement(joined.url, 'select 1')).rejects.toThrow();
  });

  test('the server runs until its last user stops', async () => {
    const first = await startProcess(home);
    const second = await open();
    await first.stop();
    expect(await statement(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.stop();
    await expect(statement(second.url, 'select 1')).rejects.toThrow();
  });

  test('a process that starts while the last user is leaving gets a server too', async () => {
    const first = await open();
    const [, next] = await Promise.all([first.stop(), startProcess(home)]);
    expect(await statement(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await next.stop();
  });

  test('a postmaster.pid whose number now belongs to another process does no harm', async () => {
    const first = await open();
    const file = join(home, 'postgresql', 'data', 'postmaster.pid');
    const left = await readFile(file, 'utf8');
    await first.stop();
    await writeFile(file, left.replace(/^\d+/, String(process.pid)));
    const second = await open();
    expect(await statement(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a server that is killed under a running process comes back at the same address, with its data', async () => {
    const { url } = await open();
    await statement(url, 'create table kept as select 42 as answer');
    const file = await readFile(join(home, 'postgresql', 'data', 'postmaster.pid'), 'utf8');
    process.kill(Number(file.split('\n')[0]), 'SIGKILL');
    const answer = () => statement(url, 'select answer from kept').catch(() => undefined);
    expect(await until(answer)).toEqual([{ answer: 42 }]);
  });

  test('a server that cannot start for a while returns when it can, and logs the reason only once', async () => {
    const said: string[] = [];
    database = await openDatabase({ dataDir: home }, logTo('fatal', { write: (line) => said.push(line) }));
    const { url } = database;
    await statement(url, 'create table kept as select 42 as answer');
    const data = join(home, 'postgresql', 'data');
    const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    await rename(join(data, 'global', 'pg_control'), join(data, 'pg_control'));
    process.kill(Number(pid), 'SIGKILL');
    const attempts = async () =>
      (await readFile(join(home, 'postgresql', 'server.log'), 'utf8')).split('could not find the database system')
        .length - 1;
    await until(async () => (await attempts()) >= 3);
    await rename(join(data, 'pg_control'), join(data, 'global', 'pg_control'));
    const answer = () => statement(url, 'select answer from kept').catch(() => undefined);
    expect(await until(answer)).toEqual([{ answer: 42 }]);
    expect(said).toEqual([expect.stringContaining('does not start')]);
  });

  test('a process can stop while its server cannot start', async () => {
    const { url } = await open();
    const data = join(home, 'postgresql', 'data');
    const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    await rename(join(data, 'global', 'pg_control'), join(data, 'pg_control'));
    process.kill(Number(pid), 'SIGKILL');
    await until(async () =>
      (await readFile(join(home, 'postgresql', 'server.log'), 'utf8')).includes('could not find the database system'),
    );
    await database!.stop();
    await expect(statement(url, 'select 1')).rejects.toThrow();
  });
});

function listen(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => resolve(server));
  });
}
