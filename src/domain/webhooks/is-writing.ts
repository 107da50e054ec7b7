import { type Database, raw, run, type Sql, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';

interface Asked {
  /** Only transactions that began by this time. */
  begunBy: string;
  /** Only transactions that have looked for listeners. Those keep their lock on the table until they end. */
  hasLooked: boolean;
}

/** The lock of a transaction that has looked. On a cluster, a worker locks a part of the table, under a name with a number. */
const LOOKED = raw(String.raw`l.relation::regclass::text ~ '^webhooks(_\d+)?$'`);

/** Whether a transaction is open that may still write. A cluster asks every machine: only a team's own knows its transactions. */
export async function isWriting(db: Database, asked: Asked): Promise<boolean> {
  const statement = writing(asked);
  if (!isDistributed(db)) return (await run(db, statement)).length > 0;
  const onEach = `select exists (${statement.text.replaceAll('$1', '%1$L')}) or exists (${PREPARED.text})`;
  const machines = await run<{ answer: string }>(
    db,
    sql`select result as answer from run_command_on_all_nodes(format(${onEach}::text, ${asked.begunBy}::text))`,
  );
  return machines.some(({ answer }) => answer !== 'f');
}

/** A transaction without a number has written nothing yet, and looks for listeners again when it does. Backups only read. */
function writing({ begunBy, hasLooked }: Asked): Sql {
  const mayWrite = hasLooked ? sql`exists (select from pg_locks l where l.pid = a.pid and ${LOOKED})` : sql`true`;
  return sql`select pid from pg_stat_activity a
    where datname = current_database() and pid <> pg_backend_pid() and xact_start <= ${begunBy}::timestamptz
      and (backend_xid is not null or (state = 'active' and query !~* '^copy ')) and ${mayWrite} limit 1`;
}

/** A transaction that is about to commit on several machines has left its process, and keeps its locks. */
const PREPARED = sql`select from pg_locks l where l.pid is null and ${LOOKED}`;
