import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Behaviour } from '../delivery/mail-server.ts';
import type { Installation } from './installation.ts';

/** Causes a fault in an installation, and repairs it before it resolves. */
export type Fault = (installation: Installation) => Promise<void>;

const SECONDS = Number(process.env.BENCH_FAULT_SECONDS ?? 20);
const while_ = () => sleep(SECONDS * 1_000);

/** PostgreSQL and its sessions. */
const family = ({ postmaster }: Installation): number[] => {
  const parent = postmaster();
  const children = execFileSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' });
  return [parent, ...children.trim().split('\n').map(Number)];
};

const signalAll = (pids: readonly number[], signal: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {} // it ended in the meantime
  }
};

/** Runs SQL that repairs a database, however long the database takes to answer. */
async function untilItAnswers(installation: Installation, text: string): Promise<void> {
  for (;;) {
    try {
      await installation.sql(text);
      return;
    } catch {
      await sleep(200);
    }
  }
}

const setting =
  (text: string): Fault =>
  async (installation) => {
    await installation.sql(`alter database tidings set ${text}`);
    await installation.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'tidings %'",
    );
    await while_();
    await untilItAnswers(installation, `alter database tidings reset ${text.split(' ')[0]}`);
  };

const mailServer =
  (behaviour: Behaviour): Fault =>
  async (installation) => {
    await installation.behaviour(behaviour);
    await while_();
    await installation.behaviour('well');
  };

const locked =
  (table: string): Fault =>
  async (installation) => {
    const client = await installation.connect();
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    await while_();
    await client.query('rollback');
    await client.end();
  };

const CLOCK = new URL('../../support/shifted-clock.mjs', import.meta.url).href;

/** Both processes with a clock that is wrong by an hour, then with a right one. */
const clockOff =
  (hours: 1 | -1): Fault =>
  async ({ server, worker }) => {
    const wrong = { NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_AHEAD_MS: String(hours * 3_600_000) };
    for (const env of [wrong, {}]) {
      await Promise.all([server.signal('SIGKILL'), worker.signal('SIGKILL')]);
      await server.start(env);
      await worker.start(env);
      if (env === wrong) await while_();
    }
  };

export const FAULTS: Record<string, Fault> = {
  'PostgreSQL: kill -9 of the postmaster': async (installation) =>
    process.kill(installation.postmaster(), 'SIGKILL') as never,
  'PostgreSQL: kill -9 of all its processes': async (installation) => signalAll(family(installation), 'SIGKILL'),
  'PostgreSQL: kill -9 of one session': async (installation) => signalAll(family(installation).slice(-1), 'SIGKILL'),
  'PostgreSQL: immediate stop': async (installation) => process.kill(installation.postmaster(), 'SIGQUIT') as never,
  'PostgreSQL: fast stop': async (installation) => process.kill(installation.postmaster(), 'SIGINT') as never,
  'PostgreSQL: all processes stand still': async (installation) => {
    const pids = family(installation);
    signalAll(pids, 'SIGSTOP');
    await while_();
    signalAll(pids, 'SIGCONT');
  },
  'PostgreSQL: sessions ended each second': async (installation) => {
    for (let second = 0; second < SECONDS; second++) {
      await installation.sql(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'tidings %'",
      );
      await sleep(1_000);
    }
  },
  'PostgreSQL: all connections taken': async (installation) => {
    const taken = await Promise.allSettled(Array.from({ length: 100 }, () => installation.connect()));
    await installation.sql('select 1').catch(() => {});
    await while_();
    await Promise.all(taken.map((one) => one.status === 'fulfilled' && one.value.end()));
  },
  'PostgreSQL: read-only': setting('default_transaction_read_only = on'),
  'PostgreSQL: statement_timeout of 20 ms': setting('statement_timeout = 20'),
  'PostgreSQL: lock_timeout of 1 ms': setting('lock_timeout = 1'),
  'PostgreSQL: idle_session_timeout of 1 s': setting('idle_session_timeout = 1000'),
  'PostgreSQL: messages locked': locked('messages'),
  'PostgreSQL: events locked': locked('events'),
  'PostgreSQL: idempotency keys locked': locked('idempotency_keys'),
  'network: connections to PostgreSQL go silent, new ones pass': async ({ database }) => database.swallowExisting(),
  'network: half of the connections go silent': async ({ database }) => database.swallowExisting((n) => n % 2 === 0),
  'network: all connections to PostgreSQL go silent': async ({ database }) => {
    database.swallowAll();
    await while_();
    database.heal();
  },
  'process: kill -9 of the server': async ({ server }) => {
    await server.signal('SIGKILL');
    await server.start();
  },
  'process: SIGTERM of the server': async ({ server }) => {
    await server.signal('SIGTERM');
    await server.start();
  },
  'process: the server stands still': async ({ server }) => {
    await server.signal('SIGSTOP');
    await while_();
    await server.signal('SIGCONT');
  },
  'process: kill -9 of the worker': async ({ worker }) => {
    await worker.signal('SIGKILL');
    await worker.start();
  },
  'process: the worker stands still': async ({ worker }) => {
    await worker.signal('SIGSTOP');
    await while_();
    await worker.signal('SIGCONT');
  },
  'process: kill -9 of server and worker': async ({ server, worker }) => {
    await Promise.all([server.signal('SIGKILL'), worker.signal('SIGKILL')]);
    await server.start();
    await worker.start();
  },
  'machine: kill -9 of everything': async (installation) => {
    signalAll(family(installation), 'SIGKILL');
    await Promise.all([installation.server.signal('SIGKILL'), installation.worker.signal('SIGKILL')]);
    await untilItAnswers(installation, 'select 1');
    await installation.server.start();
    await installation.worker.start();
  },
  'process: the clock is an hour ahead': clockOff(1),
  'process: the clock is an hour behind': clockOff(-1),
  'mail: connections go silent, new ones pass': async ({ mail }) => mail.swallowExisting(),
  'mail: all connections go silent': async ({ mail }) => {
    mail.swallowAll();
    await while_();
    mail.heal();
  },
  'mail: 421 to everybody': mailServer('421'),
  'mail: 451 to every recipient': mailServer('451'),
  'mail: hangs up after each message': mailServer('hang up'),
  'mail: three seconds for each message': mailServer('slow'),
};
