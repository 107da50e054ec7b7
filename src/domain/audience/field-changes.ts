import { type Database, isShared, run, type Sql, sql } from '../../database/connect.ts';
import { createScope, type Scope, transaction, WORKER } from '../../scope.ts';
import type { FieldType } from './attributes.ts';
import { changeNext, LEASE_SECONDS } from './change-values.ts';
import type { ContactField } from './contact-fields.ts';

/**
 * Starts a change: once the caller's transaction commits, the field's values are shown in the new type or, without a type,
 * not at all (docs/adr/0051). The caller has locked the field. Returns the number of the change, for `carryOut`.
 */
export async function beginChange(scope: Scope, { id, key }: ContactField, type: FieldType | null): Promise<number> {
  const [begun] = await run<{ number: number }>(
    scope.db,
    sql`with earlier as (
          delete from field_changes where team_id = ${scope.team.id} and field_id = ${id}::uuid and type is not null)
        insert into field_changes (team_id, field_id, key, type, lease_until)
        values (${scope.team.id}, ${id}::uuid, ${key}, ${type}::"ContactFieldType",
                now() + make_interval(secs => ${LEASE_SECONDS}))
        returning number`,
  );
  await scope.publish({ topic: 'field.progressed', teamId: scope.team.id, id });
  return begun!.number;
}

/** Chunks that a call does before it answers: five thousand subscribers. */
const AT_FIRST = 5;

/**
 * Does the first chunks of a change and leaves the rest to a job. In a caller's transaction, which holds the field, it does
 * only one chunk. The job retries after a failure here.
 */
export async function carryOut(scope: Scope, change: number): Promise<void> {
  const isMore = isShared(scope.db)
    ? await changeChunks(scope, change, AT_FIRST).catch(() => true)
    : await changeNext(scope, change);
  if (isMore) await schedule(scope, change);
}

async function changeChunks(scope: Scope, change: number, chunks: number): Promise<boolean> {
  for (let left = chunks; left > 0; left--) if (!(await changeNext(scope, change))) return false;
  await countTotal(scope, change);
  return true;
}

/** Counts the subscribers to be checked for a change, unless they were counted already. */
export async function countTotal({ db, team }: Scope, change: number): Promise<void> {
  await run(
    db,
    sql`update field_changes set total = (select count(*) from subscribers where team_id = ${team.id})
        where team_id = ${team.id} and number = ${change} and total is null`,
  );
}

/** Enqueues a job for the next chunks of a change. */
const schedule = (scope: Scope, change: number): Promise<void> =>
  scope.enqueue('change-field', { change }, { key: String(change) });

const IS_FORGOTTEN = sql`finished_at is null and lease_until < now()`;

/** Changes that were not continued in time. */
export const FORGOTTEN_CHANGES: Sql = sql`select from field_changes where ${IS_FORGOTTEN}`;

/** Changes resumed in one sweep. */
const AT_ONCE = 100;

/** Schedules stalled changes again: their process died, or a job was lost. Returns how many. */
export async function resumeChanges(db: Database): Promise<number> {
  const found = await run<{ teamId: number; number: number }>(
    db,
    sql`select team_id as "teamId", number from field_changes where ${IS_FORGOTTEN}
        order by lease_until limit ${AT_ONCE}`,
  );
  let resumed = 0;
  for (const { teamId, number } of found) {
    const scope = createScope(db, { id: teamId }, WORKER);
    if (await transaction(scope, (scope) => resumeChange(scope, number))) resumed += 1;
  }
  return resumed;
}

/** False if another worker has it. */
async function resumeChange(scope: Scope, number: number): Promise<boolean> {
  const [forgotten] = await run(
    scope.db,
    sql`with forgotten as (
          select number from field_changes
          where team_id = ${scope.team.id} and number = ${number} and ${IS_FORGOTTEN}
          for update skip locked)
        update field_changes c set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
        from forgotten f where c.team_id = ${scope.team.id} and c.number = f.number
        returning c.number`,
  );
  if (forgotten) await schedule(scope, number);
  return forgotten !== undefined;
}
