import type pg from 'pg';
import type { Log } from '../log.ts';

/** Advisory lock: one process creates the index, others start without waiting for it. */
const LOCK = 7_402_120;

const INDEX = 'subscribers_words_idx';

/**
 * Creates the word index for people search if the first migration could not: it needs the extension pg_trgm, which the role may
 * not have been allowed to create. Each start tries again, without blocking others. Without the index, searches scan whole lists,
 * and the log says what to do.
 */
export async function makeWordIndex(client: pg.ClientBase, log: Log): Promise<void> {
  const { rows } = await client.query(
    `select coalesce((select indisvalid from pg_index where indexrelid = to_regclass('public.${INDEX}')), false) as present,
       pg_try_advisory_lock(${LOCK}) as alone`,
  );
  const [{ present, alone }] = rows;
  try {
    if (present || !alone) return;
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set client_min_messages = warning');
    await client.query('create extension if not exists pg_trgm');
    await client.query(`drop index concurrently if exists ${INDEX}`); // left by an interrupted try
    await client.query(`create index concurrently ${INDEX} on subscribers
      using gin (lower(email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')) gin_trgm_ops)`);
    log.info('created the index for people search');
  } catch (error) {
    log.info(
      { reason: (error as Error).message },
      'people search is slow because pg_trgm is missing: run CREATE EXTENSION pg_trgm as the owner of the database, then restart',
    );
  } finally {
    if (alone) await client.query(`select pg_advisory_unlock(${LOCK})`).catch(() => {});
  }
}
