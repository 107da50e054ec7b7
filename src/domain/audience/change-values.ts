import { run, runOnce, sql } from '../../database/connect.ts';
import { type Scope, transaction } from '../../scope.ts';
import type { FieldType } from './attributes.ts';

/** Subscribers processed in one transaction: few, so that concurrent writes wait only a moment. */
const AT_ONCE = 1_000;
/** If the next chunk is not done within this time, a job is scheduled for it. */
export const LEASE_SECONDS = 15;
const START = '00000000-0000-0000-0000-000000000000';

/** The removal of the values of a deleted field. */
interface Removal {
  number: number;
  key: string;
}

interface FieldChange {
  fieldId: string;
  key: string;
  /** Null: the values are removed. */
  type: FieldType | null;
  after: string | null;
  startedAt: Date;
  /** All removals in progress for the key, including this one. */
  removals: Removal[] | null;
}

/** The result of a chunk. */
interface Done {
  looked: number;
  last: string | null;
  converted: number;
  unconverted: number;
}

/**
 * Converts or removes the values of the team's next thousand subscribers and saves its progress, in one transaction.
 * Returns whether there are more; also false if another worker has the change, or a newer change has replaced it.
 */
export function changeNext(scope: Scope, number: number): Promise<boolean> {
  return transaction(scope, async (scope) => {
    const change = await lockChange(scope, number);
    if (!change) return false;
    await run(scope.db, sql`select set_config('tidings.of_all', '1', true)`); // suppresses webhook events for each subscriber
    const done = await changeChunk(scope, change);
    const isMore = done.looked === AT_ONCE;
    await noteProgress(scope, number, change, done, isMore);
    return isMore;
  });
}

/**
 * Locks the field, as writers of its values do, so that it stays unchanged; then the change, unless another worker has it.
 * The field of a removal is gone; removed values carry the number of their removal.
 */
async function lockChange(scope: Scope, number: number): Promise<FieldChange | undefined> {
  const { id: teamId } = scope.team;
  await run(
    scope.db,
    sql`select from contact_fields where team_id = ${teamId} and id = (
          select field_id from field_changes where team_id = ${teamId} and number = ${number}) for key share`,
  );
  const [change] = await run<FieldChange>(
    scope.db,
    sql`select field_id::text as "fieldId", key, type::text, after::text, started_at as "startedAt", (
          select jsonb_agg(jsonb_build_object('number', r.number, 'key', r.key)) from field_changes r
          where r.team_id = ${teamId} and r.key = c.key and r.type is null and r.finished_at is null) as removals
        from field_changes c where c.team_id = ${teamId} and c.number = ${number} and c.finished_at is null
        for update of c skip locked`,
  );
  return change;
}

/**
 * In id order, which is nearly that of the table; locked in the order that batches use. Removed values also leave the
 * sign-ups, except answers to a newer field with the same key.
 */
async function changeChunk(scope: Scope, { key, type, after, startedAt, removals }: FieldChange): Promise<Done> {
  const changes = JSON.stringify([...(removals ?? []), ...(type ? [{ key, type }] : [])]);
  const [done] = await runOnce<Done>(
    scope.db,
    sql`with looked as materialized (
          select id from subscribers where team_id = ${scope.team.id} and id > ${after ?? START}::uuid
          order by id limit ${AT_ONCE}
        ), held as materialized (
          select id, attributes, removals from subscribers
          where team_id = ${scope.team.id} and id = any(array(select id from looked)) and attributes ? ${key}::text
          order by person_key, id for update
        ), shown as materialized (
          select id, attributes as old, shown_attributes(attributes, removals, ${changes}::jsonb) as new from held
        ), changed as (
          update subscribers s set attributes = new, updated_at = now()
          from shown where s.team_id = ${scope.team.id} and s.id = shown.id and new <> old
        ), answered as materialized (
          select id from sign_ups
          where team_id = ${scope.team.id} and subscriber_id = any(array(select id from looked)) and ${type}::text is null
            and answers ? ${key}::text and created_at <= ${startedAt}::timestamptz order by id for update
        ), forgotten as (
          update sign_ups u set answers = u.answers - ${key}::text
          from answered where u.team_id = ${scope.team.id} and u.id = answered.id
        ), judged as (
          select convert_attribute(new -> ${key}::text, ${type}::"ContactFieldType") is not null as fits
          from shown where new ? ${key}::text
        )
        select (select count(*)::int from looked) as looked, (select id::text from looked order by id desc limit 1) as last,
               (select count(*)::int from judged where fits) as converted,
               (select count(*)::int from judged where not fits) as unconverted`,
  );
  return done as Done;
}

async function noteProgress(
  scope: Scope,
  number: number,
  { fieldId, type }: FieldChange,
  { looked, last, converted, unconverted }: Done,
  isMore: boolean,
): Promise<void> {
  const change = sql`team_id = ${scope.team.id} and number = ${number}`;
  if (!type && !isMore) {
    await run(scope.db, sql`delete from field_changes where ${change}`);
    return;
  }
  await run(
    scope.db,
    sql`update field_changes set
          after = coalesce(${last}::uuid, after), processed = processed + ${looked},
          converted = converted + ${converted}, unconverted = unconverted + ${unconverted},
          finished_at = case when not ${isMore}::boolean then clock.now end,
          lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
        from (select now() as now) clock where ${change}`,
  );
  if (type) await scope.publish({ topic: 'field.progressed', teamId: scope.team.id, id: fieldId });
}
