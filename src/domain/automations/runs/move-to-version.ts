import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import { readAutomation } from '../automations.ts';
import type { Definition } from '../definition/definition.ts';
import { compileProgram } from '../definition/program.ts';

/**
 * Moves active runs to the automation's current version if it has their step with the same type, and runs that have not
 * begun. Returns how many. The caller's transaction has locked the automation.
 */
export async function moveToVersion(scope: Scope, id: string): Promise<number> {
  const { db, team } = scope;
  const { version, definition } = await readAutomation(scope, id);
  const older = await run<{ version: number; definition: Definition }>(
    db,
    sql`select version, definition from automation_versions
        where team_id = ${team.id} and automation_id = ${id}::uuid and version <> ${version}::int`,
  );
  const types = typesOf(definition);
  const pairs = older.flatMap(({ version, definition }) =>
    [...typesOf(definition)].flatMap(([step, type]) => (types.get(step) === type ? [{ version, step }] : [])),
  );
  const [row] = await run<{ count: number }>(
    db,
    sql`with moving as materialized (
          select r.id from automation_runs r
          where r.team_id = ${team.id} and r.automation_id = ${id}::uuid and r.state = 'active' and r.version <> ${version}::int
            and (r.step is null or (r.version, r.step) in (
              select * from unnest(${pairs.map(({ version }) => version)}::int[], ${pairs.map(({ step }) => step)}::text[])))
          order by r.id for update
        ), moved as (
          update automation_runs r set version = ${version}::int from moving
          where r.team_id = ${team.id} and r.id = moving.id returning r.id
        )
        select count(*)::int as count from moved`,
  );
  return row?.count ?? 0;
}

const typesOf = (definition: Definition): Map<string, string> =>
  new Map([...compileProgram(definition).instructions].map(([id, { step }]) => [id, step.type]));
