import { runOnce, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { FieldType } from './attributes.ts';
import { lockSubscribers } from './lock-subscriber.ts';

/** How many values were converted to the new type, and how many could not be. */
export interface Conversion {
  converted: number;
  unconverted: number;
}

/** Converts an attribute of all subscribers to another type, where the values allow it, in one statement. */
export async function convertAttribute(scope: Scope, key: string, type: FieldType): Promise<Conversion> {
  const [result] = await runOnce<Conversion>(
    scope.db,
    sql`with validated as materialized (
          select id, old, ${CONVERTED[type]} as new
          from (select id, attributes -> ${key}::text as old, attributes ->> ${key}::text as word
                from (${lockSubscribers(scope, sql`attributes ? ${key}::text`)}) held) given
        ), changed as (
          update subscribers s set attributes = jsonb_set(s.attributes, array[${key}::text], new), updated_at = now()
          from validated where s.team_id = ${scope.team.id} and s.id = validated.id and new <> old
        )
        select count(new)::int as converted, (count(*) - count(new))::int as unconverted from validated`,
  );
  return result as Conversion;
}

/** Removes an attribute from all subscribers in one statement. */
export async function removeAttribute(scope: Scope, key: string): Promise<void> {
  await runOnce(
    scope.db,
    sql`with held as materialized (${lockSubscribers(scope, sql`attributes ? ${key}::text`)})
        update subscribers s set attributes = s.attributes - ${key}::text, updated_at = now()
        from held where s.team_id = ${scope.team.id} and s.id = held.id`,
  );
}

const isText = sql`jsonb_typeof(old) = 'string'`;

// A CASE guards each cast, so that one value that is not a number does not fail the statement. The digits are limited:
// a longer number is beyond 2^53 - 1, a longer fraction is below what a double can tell from zero.
const number = sql`btrim(word, E' \\t\\n\\r')`;
const aNumber = sql`case when ${number} ~ '^-?(0|[1-9][0-9]{0,15})(\\.[0-9]{1,250})?$'
  then case when abs(${number}::numeric) <= 9007199254740991 then to_jsonb(${number}::float8) end end`;

const DAY = sql`'^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'`;
const day = sql`case when word ~ ${DAY} and left(word, 4) <> '0000'
  then substr(word, 9, 2)::int <= extract(day from
    make_date(left(word, 4)::int, substr(word, 6, 2)::int, 1) + interval '1 month' - interval '1 day') end`;
// PostgreSQL accepts offsets up to 15:59. No time zone has a larger one.
const time = sql`'[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?([Zz]|[+-](0[0-9]|1[0-5]):[0-5][0-9])$'`;
// Milliseconds are truncated, not rounded, as `readAttributes` does.
const moment = sql`(regexp_replace(word, '(\\.[0-9]{1,3})[0-9]*', '\\1')::timestamptz at time zone 'UTC')`;
const aDate = sql`case when not coalesce(${day}, false) then null
  when word ~ '^.{10}$' then old
  when word ~ ('^.{10}' || ${time}) then case when extract(year from ${moment}) between 1 and 9999
    then to_jsonb(to_char(${moment}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end end`;

/** The value as the new type stores it, by the rules of `readAttributes`. Null when it does not convert. */
const CONVERTED: Record<FieldType, Sql> = {
  text: sql`to_jsonb(word)`,
  number: sql`case when jsonb_typeof(old) = 'number' then old when ${isText} then ${aNumber} end`,
  date: sql`case when ${isText} then ${aDate} end`,
  boolean: sql`case when jsonb_typeof(old) = 'boolean' then old
    when ${isText} and word in ('true', 'false') then to_jsonb(word::boolean) end`,
};
