import { join, run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { shownAttributes } from '../audience/shown-attributes.ts';
import { type Audience, readAudience } from './audience.ts';
import type { NamedFields } from './named-fields.ts';

/** A field with at most this many values (a plan, a country, but not a name) has each of them shown once. */
const FEW = 50;
const MOST = 10_000;
const MOST_ATTRIBUTES = 40;

/**
 * Samples recipients to test-render a campaign, most telling first: they differ in the fields that its template uses. For
 * each field, it takes a person without it, one for each kind of value, one for each of few values, and the shortest,
 * longest, smallest and largest. Others follow in no order. Candidates are the `lookedAt` oldest and newest. Returns at
 * most 10,000 subscriber ids. One statement.
 */
export async function sampleRecipients(
  scope: Scope,
  audience: Audience,
  named: NamedFields,
  lookedAt: number,
): Promise<string[]> {
  const chosen = await readAudience(scope, audience);
  const ofTeam = sql`s.team_id = ${scope.team.id}`;
  const rows = await run<{ id: string }>(
    scope.db,
    sql`with looked_at as materialized (
          (select s.id from subscribers s where ${chosen} order by s.id limit ${lookedAt})
          union (select s.id from subscribers s where ${chosen} order by s.id desc limit ${lookedAt})
        ), people as materialized (
          select s.id, row_number() over () as n, s.email, s.first_name, s.last_name, s.locale, s.timezone, s.tag_ids,
                 s.subscribed_at, ${shownAttributes(sql`${scope.team.id}::int`)} as attributes
          from subscribers s where ${ofTeam} and s.id in (select id from looked_at)
        ), attribute_names as (
          select key from (select attributes from people order by n limit 1000) first_ones, jsonb_object_keys(first_ones.attributes) as key
          where ${named.anyAttribute} group by key order by count(*) desc limit ${MOST_ATTRIBUTES}
        ), attribute_fields as (
          select key from attribute_names union select unnest(${[...named.attributes]}::text[])
        ), fields as (
          select p.n, f.name, f.value from people p cross join lateral (values ${fieldsOf(named)}) as f(name, value)
          union all
          select p.n, 'attributes.' || a.key, p.attributes -> a.key from people p cross join attribute_fields a
        ), measured as materialized (
          select n, name, coalesce(left(value #>> '{}', 64), '') as value, kind,
                 case when kind in ('number', 'text of a number') then least(greatest((value #>> '{}')::numeric, -1e30), 1e30)
                      else length(value #>> '{}') end as size
          from fields cross join lateral (select kind_of_value(value) as kind) kinds
        ), picked as (
          select unnest(array[(min(array[size, n]))[2], (max(array[size, n]))[2]]) as n from measured group by name, kind
          union select n from (
            select min(n) as n, count(*) over (partition by name) as different from measured group by name, value
          ) each where each.different <= ${FEW}
        )
        select id::text from people left join picked using (n) order by picked.n is null, md5(id::text) limit ${MOST}`,
  );
  return rows.map(({ id }) => id);
}

const COLUMNS: Record<string, Sql> = {
  email: sql`to_jsonb(p.email)`,
  first_name: sql`to_jsonb(p.first_name)`,
  last_name: sql`to_jsonb(p.last_name)`,
  locale: sql`to_jsonb(p.locale)`,
  timezone: sql`to_jsonb(p.timezone)`,
  tags: sql`to_jsonb(cardinality(p.tag_ids))`,
  subscribed_at: sql`to_jsonb(p.subscribed_at)`,
};

const fieldsOf = ({ fields }: NamedFields): Sql =>
  join(Object.entries(COLUMNS).flatMap(([name, value]) => (fields.has(name) ? [sql`(${name}::text, ${value})`] : [])));
