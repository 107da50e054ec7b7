import pg from 'pg';
import { shortClientOptions } from './client-options.ts';
import { endOrCut } from './cut.ts';

interface Clock {
  /** How many milliseconds the database's clock is ahead of this process's. */
  ahead: number;
}

const clocks = new WeakMap<object, Clock>();

const EVERY_MS = 60_000;
const TRIES = 3;

/**
 * The time by the database's clock. Stored times, and times compared with them, use it, so that processes with different clocks
 * agree (docs/adr/0055). For a connection that does not follow it, the time of this process.
 */
export const databaseNow = (db: object): Date => new Date(Date.now() + (clocks.get(db)?.ahead ?? 0));

const DAY_MS = 86_400_000;

/** The time this many days ago by the database's clock, for example the age from which rows are removed. */
export const daysAgo = (db: object, days: number): Date => new Date(databaseNow(db).getTime() - days * DAY_MS);

/**
 * Measures how far the clock of the database at `url` is ahead, now and every minute. During an outage the last result stays.
 * Returns a function that stops it.
 */
export async function followClock(db: object, url: string): Promise<() => void> {
  const clock: Clock = { ahead: 0 };
  clocks.set(db, clock);
  const look = async () => {
    clock.ahead = await measure(url);
  };
  await look();
  const timer = setInterval(() => void look().catch(() => {}), EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Gives a transaction the clock of the database it runs on. */
export function ofSameClock<Transaction extends object>(db: object, transaction: Transaction): Transaction {
  const clock = clocks.get(db);
  if (clock) clocks.set(transaction, clock);
  return transaction;
}

/** Uses its own connection: in a pool it would wait for others, and count as one of their statements. */
async function measure(url: string): Promise<number> {
  const client = new pg.Client(shortClientOptions(url));
  client.on('error', () => {});
  try {
    await client.connect();
    return await ask(client);
  } finally {
    await endOrCut(client);
  }
}

/** The result of the fastest of a few answers: the database read its clock at some moment during the wait. */
async function ask(client: pg.Client): Promise<number> {
  let best = { took: Number.POSITIVE_INFINITY, ahead: 0 };
  for (let left = TRIES; left > 0; left--) {
    const from = Date.now();
    const { rows } = await client.query<{ at: number }>(
      'select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as at',
    );
    const [to, { at }] = [Date.now(), rows[0] as { at: number }];
    // Within that time the clocks cannot be told apart.
    const ahead = at >= from && at <= to ? 0 : Math.round(at - (from + to) / 2);
    if (to - from < best.took) best = { took: to - from, ahead };
  }
  return best.ahead;
}
