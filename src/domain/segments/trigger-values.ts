import { join, type Sql, sql } from '../../database/connect.ts';
import { SPACE } from './property-operators.ts';
import { jsonPathTo, type PropertyPath } from './property-path.ts';

/**
 * The values of a property of the event that started a run, as a JSON list; null if there are none. The run is a row `a`
 * with the event's `properties`, `value` and `currency`. Lists give their members; null and blank texts do not count.
 */
export function triggerValues(path: PropertyPath): Sql {
  if ('own' in path) {
    const column = path.own === 'value' ? sql`a.value` : sql`a.currency`;
    return sql`(case when ${column} is not null then jsonb_build_array(${column}) end)`;
  }
  const direct = collected([jsonPathTo(path.key)]);
  if (path.paths.length === 0) return direct;
  return sql`(case when jsonb_exists(a.properties, ${path.key}::text) then ${direct} else ${collected(path.paths)} end)`;
}

/** The targets of SQL/JSON paths. Lax mode treats anything but a list as a list of one. */
function collected(paths: readonly string[]): Sql {
  const found = paths.map(
    (path) => sql`select p.json from jsonb_path_query(a.properties, (select ${`${path}[*]`}::jsonpath)) p(json)`,
  );
  return sql`(select jsonb_agg(v.json) from (${join(found, ' union all ')}) v
    where jsonb_typeof(v.json) = any('{string,number,boolean}') and btrim(v.json #>> '{}', ${SPACE}) <> '')`;
}
