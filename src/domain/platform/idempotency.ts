import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import { IdempotencyKeyError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { decryptAnswer, encryptAnswer } from './encrypted-answer.ts';
import { fingerprintOf, formerFingerprintsOf, hashOfKey } from './fingerprint.ts';

/** How much of a request is stored: effects and response, only the response, or nothing, so that a retry runs again. */
export type Outcome = 'committed' | 'answer-only' | 'discarded';

export interface IdempotentRequest {
  teamId: number;
  /** The header as sent. */
  key: unknown;
  /** Method, path and body, as JSON values: equal for repetitions of a request. */
  identity: readonly unknown[];
  /** The same as an earlier version wrote it, if that differs. Such rows disappear 24 hours after an upgrade. */
  former?: readonly unknown[];
}

interface Stored {
  fingerprint: Uint8Array;
  text: string;
}

/** In characters. */
const LONGEST_KEY = 255;
const SWEEP_MS = 10 * 60_000;
const SWEEP_ROWS = 10_000;

/**
 * Runs a write once for each key of a team and repeats its response for 24 hours. The transaction writes the key's row
 * before anything else: a concurrent request with the same key, in any process, waits for the row and then finds the
 * response. Within a process such requests wait in memory, so a key never takes more than one connection of the pool.
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
   * Runs `work` in a transaction, or replays the response of an earlier run. Returns the response, a JSON value, and
   * whether it was replayed. If `work` throws, everything is rolled back. Throws IdempotencyKeyError for a key that is
   * empty, too long or belongs to another request.
   */
  async run<Answer>(
    { teamId, key, identity, former = identity }: IdempotentRequest,
    work: (db: Database) => Promise<{ answer: Answer; outcome: Outcome }>,
  ): Promise<{ answer: Answer; replayed: boolean }> {
    if (typeof key !== 'string' || key.length < 1 || key.length > LONGEST_KEY) {
      throw new IdempotencyKeyError(`must be between 1 and ${LONGEST_KEY} characters.`);
    }
    const fingerprint = fingerprintOf(identity);
    const name = `${teamId} ${key}`;
    for (let other = this.#running.get(name); other; other = this.#running.get(name)) {
      const stored = await other.catch(() => undefined);
      if (stored) return { answer: read(stored, fingerprint), replayed: true };
    }
    let ownAnswer: Answer | undefined;
    const running = this.#attempt({ teamId, key, former }, fingerprint, async (db) => {
      const done = await work(db);
      ownAnswer = done.answer;
      return done;
    }).finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    const stored = await running;
    if (ownAnswer !== undefined) return { answer: ownAnswer, replayed: false };
    return { answer: read(stored as Stored, fingerprint), replayed: true };
  }

  /** Deletes keys older than 24 hours. */
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

  /** Runs `work` if the key is free. Returns the row stored under the key afterwards, if any. */
  async #attempt(
    { teamId, key, former }: Pick<Required<IdempotentRequest>, 'teamId' | 'former'> & { key: string },
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
          if (!row) continue; // deleted by the sweep meanwhile
          const stored = row.fingerprint;
          if (!same(stored, fingerprint) && !formerFingerprintsOf(former).some((known) => same(stored, known))) {
            throw new IdempotencyKeyError(ANOTHER);
          }
          return { fingerprint, text: decryptAnswer(row.answer, key, stored) };
        }
        // Allows rolling back the effects but keeping the key, even after a violated constraint has aborted the
        // transaction.
        await run(db, sql`savepoint work`);
        const { answer, outcome } = await work(db);
        if (outcome === 'discarded') throw new Discarded();
        if (outcome === 'answer-only') await run(db, sql`rollback to savepoint work`);
        const text = JSON.stringify(answer);
        await run(
          db,
          sql`update idempotency_keys set answer = ${encryptAnswer(text, key, fingerprint)} where ${where}`,
        );
        return { fingerprint, text };
      });
    } catch (error) {
      if (error instanceof Discarded) return undefined;
      throw error;
    }
  }
}

const ANOTHER = 'was already used for another request. Use a new key for each request.';

/** Rolls the transaction back without being an error. */
class Discarded extends Error {}

/** Inserts the key and returns whether it was free. Waits for the transaction of another process that has it. */
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
