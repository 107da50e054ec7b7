import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import { IdempotencyKeyError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { decryptAnswer, encryptAnswer, fingerprintOf, hashOfKey } from './encrypted-answer.ts';

/** What becomes of a request that ran: effects and answer kept, the answer alone, or nothing, so that a retry runs. */
export type Outcome = 'kept' | 'undone' | 'forgotten';

export interface IdempotentRequest {
  teamId: number;
  /** The header as it came. */
  key: unknown;
  /** Method, path and body: what the same request has in common. JSON values. */
  identity: readonly unknown[];
}

interface Stored {
  fingerprint: Uint8Array;
  text: string;
}

/** Longest key in characters. */
const LONGEST_KEY = 255;
const SWEEP_MS = 10 * 60_000;
const SWEEP_ROWS = 10_000;

/**
 * Runs a write once for each key of a team and repeats its answer for 24 hours. The key's row is the first thing that
 * the transaction of the effects writes: a twin, in whichever process, waits on it and then finds the answer. Twins in
 * the same process wait in memory, so a key never holds more than one connection of a pool.
 */
export class Idempotency {
  readonly #db: Database;
  readonly #running = new Map<string, Promise<Stored | undefined>>();
  readonly #sweeping: NodeJS.Timeout;

  constructor(db: Database, log: Log) {
    this.#db = db;
    this.#sweeping = setInterval(() => {
      this.sweep().catch((error) => log.warn({ err: error }, 'old idempotency keys could not be removed'));
    }, SWEEP_MS).unref();
  }

  /**
   * Gives the answer of `work`, a JSON value, and whether it is the one of an earlier run. `work` gets the transaction
   * to run in. Throws IdempotencyKeyError for a key that is empty, too long or another request's; what `work` throws
   * undoes everything.
   */
  async run<Answer>(
    { teamId, key, identity }: IdempotentRequest,
    work: (db: Database) => Promise<{ answer: Answer; outcome: Outcome }>,
  ): Promise<{ answer: Answer; replayed: boolean }> {
    if (typeof key !== 'string' || key.length < 1 || key.length > LONGEST_KEY) {
      throw new IdempotencyKeyError(`must be between 1 and ${LONGEST_KEY} characters.`);
    }
    const fingerprint = fingerprintOf(identity);
    const name = `${teamId} ${key}`;
    for (let twin = this.#running.get(name); twin; twin = this.#running.get(name)) {
      const stored = await twin.catch(() => undefined);
      if (stored) return { answer: read(stored, fingerprint), replayed: true };
    }
    let fresh: Answer | undefined;
    const running = this.#attempt(teamId, key, fingerprint, async (db) => {
      const done = await work(db);
      fresh = done.answer;
      return done;
    }).finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    const stored = await running;
    if (fresh !== undefined) return { answer: fresh, replayed: false };
    return { answer: read(stored as Stored, fingerprint), replayed: true };
  }

  /** Removes the keys whose 24 hours are over. */
  async sweep(): Promise<void> {
    for (let removed = SWEEP_ROWS; removed === SWEEP_ROWS; ) {
      const rows = await run(
        this.#db,
        sql`delete from idempotency_keys k using (
              select team_id, key_hash from idempotency_keys where created_at <= now() - interval '24 hours'
              order by created_at limit ${SWEEP_ROWS} for update skip locked
            ) old where k.team_id = old.team_id and k.key_hash = old.key_hash returning 1`,
      );
      removed = rows.length;
    }
  }

  close(): void {
    clearInterval(this.#sweeping);
  }

  /** Runs `work` when the key is free; gives what is stored under the key in the end, undefined when that is nothing. */
  async #attempt(
    teamId: number,
    key: string,
    fingerprint: Uint8Array<ArrayBuffer>,
    work: (db: Database) => Promise<{ answer: unknown; outcome: Outcome }>,
  ): Promise<Stored | undefined> {
    const keyHash = hashOfKey(key);
    const where = sql`team_id = ${teamId} and key_hash = ${keyHash}`;
    try {
      return await inTransaction(this.#db, async (db) => {
        while (!(await claim(db, teamId, keyHash, fingerprint))) {
          const [row] = await run<{ fingerprint: Uint8Array; answer: Uint8Array }>(
            db,
            sql`select fingerprint, answer from idempotency_keys where ${where}`,
          );
          if (!row) continue; // swept away meanwhile
          if (!same(row.fingerprint, fingerprint)) throw new IdempotencyKeyError(ANOTHER);
          return { fingerprint, text: decryptAnswer(row.answer, key, fingerprint) };
        }
        // What is undone goes back to here, also when a constraint that was violated has stopped the transaction.
        await db.$executeRaw`savepoint work`;
        const { answer, outcome } = await work(db);
        if (outcome === 'forgotten') throw new Forgotten();
        if (outcome === 'undone') await db.$executeRaw`rollback to savepoint work`;
        const text = JSON.stringify(answer);
        await run(
          db,
          sql`update idempotency_keys set answer = ${encryptAnswer(text, key, fingerprint)} where ${where}`,
        );
        return { fingerprint, text };
      });
    } catch (error) {
      if (error instanceof Forgotten) return undefined;
      throw error;
    }
  }
}

const ANOTHER = 'was already used for another request.';

/** Takes the transaction back without being a failure. */
class Forgotten extends Error {}

/** Gives whether the key is ours now. Waits for the transaction of another process that has it. */
async function claim(db: Database, teamId: number, keyHash: Uint8Array, fingerprint: Uint8Array): Promise<boolean> {
  const rows = await run(
    db,
    sql`insert into idempotency_keys as k (team_id, key_hash, fingerprint)
        values (${teamId}, ${keyHash}, ${fingerprint})
        on conflict (team_id, key_hash) do update
          set fingerprint = excluded.fingerprint, answer = null, created_at = now()
          where k.created_at <= now() - interval '24 hours'
        returning 1`,
  );
  return rows.length > 0;
}

function read<Answer>(stored: Stored, fingerprint: Uint8Array): Answer {
  if (!same(stored.fingerprint, fingerprint)) throw new IdempotencyKeyError(ANOTHER);
  return JSON.parse(stored.text) as Answer;
}

const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;
