import { join, type Sql, sql } from '../../database/connect.ts';
import type { PropertyPath } from './property-path.ts';

/** One value of a property, as JSON and as text. */
export interface OneValue {
  json: Sql;
  text: Sql;
}

/** A predicate over one value. It must be false or null for lists. */
type Test = (value: OneValue) => Sql;

/** The values of a property: the members of a list, or the value itself. A path through a list has several. */
export interface PropertySubject {
  /** Whether any of them passes. False or null if none does. */
  any(test: Test, more?: Tests): Sql;
}

/** Hints about a test. Most events fail it, and reading a property once costs as much as everything else. */
export interface Tests {
  /** Another test for the members of a list. */
  member?: Test | undefined;
  /** True for the text of every passing value, and of every list with a passing member. */
  likely?: ((text: Sql) => Sql) | undefined;
  /** The test in two parts: for a number as JSON, and for a text. */
  parts?: { number: Test; text: Test } | undefined;
}

/** The properties of `e`, a row of events. */
const PROPERTIES = sql`e.properties`;

/** The values of a property of `e`. */
export function valuesOf({ key, paths }: Exclude<PropertyPath, { own: string }>): PropertySubject {
  const name = sql`${key}::text`;
  const direct = { json: sql`(${PROPERTIES} -> ${name})`, text: sql`(${PROPERTIES} ->> ${name})` };
  return {
    any: (test, more = {}) => {
      const { member = test } = more;
      const here = hereIs(direct, test, more);
      if (paths.length === 0) return here;
      const there = join(
        paths.map((path) => anyAt(path, test, member)),
        ' or ',
      );
      return sql`(case when jsonb_exists(${PROPERTIES}, ${name}) then ${here} else (${there}) end)`;
    },
  };
}

/** Whether the property itself passes, or a member if it is a list. */
function hereIs(direct: OneValue, test: Test, { member = test, likely, parts }: Tests): Sql {
  const inList = anyMember(direct.json, member);
  if (parts) {
    const other = sql`case jsonb_typeof(${direct.json}) when 'array' then ${inList} when 'string' then ${parts.text(direct)} end`;
    return sql`(${parts.number(direct)} or (${other}))`;
  }
  const passes = sql`(${test(direct)} or (jsonb_typeof(${direct.json}) = 'array' and ${inList}))`;
  return likely ? sql`(${likely(direct.text)} and coalesce(${passes}, false))` : passes;
}

/** SQL/JSON in lax mode treats anything but a list as a list of one, and raises no errors. */
const anyMember = (list: Sql, member: Test): Sql =>
  sql`exists (select from jsonb_path_query(${list}, '$[*]') m(json) where ${member({ json: sql`m.json`, text: sql`(m.json #>> '{}')` })})`;

function anyAt(path: string, test: Test, member: Test): Sql {
  const found = { json: sql`v.json`, text: sql`(v.json #>> '{}')` };
  const passes =
    test === member
      ? test(found)
      : sql`(case when jsonb_typeof(v.json) = 'array' then ${anyMember(sql`v.json`, member)} else ${test(found)} end)`;
  const values = test === member ? `${path}[*]` : path;
  return sql`exists (select from jsonb_path_query(${PROPERTIES}, ${once(values)}) v(json) where ${passes})`;
}

/** A subquery, so that it is read once and not for each row. */
const once = (path: string): Sql => sql`(select ${path}::jsonpath)`;
