import { TtlCache } from '../../../async/ttl-cache.ts';
import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import { found } from '../../found.ts';
import type { Definition } from '../definition/definition.ts';
import { compileProgram, type Program } from '../definition/program.ts';

/** A version of an automation, as workers follow it. */
export interface Version {
  definition: Definition;
  program: Program;
}

/** Versions never change once activated. */
const versions = new TtlCache<Version>({ milliseconds: 60_000, max: 1_000 });

/** A version of an automation that is not a draft. Throws NotFoundError if it was deleted. */
export const readVersion = (scope: Scope, automationId: string, version: number): Promise<Version> =>
  versions.get(`${scope.team.id} ${automationId} ${version}`, () => loadVersion(scope, automationId, version));

/** Like `readVersion`, but uncached: for a draft, which may change. */
export async function loadVersion({ db, team }: Scope, automationId: string, version: number): Promise<Version> {
  const [row] = await run<{ definition: Definition }>(
    db,
    sql`select definition from automation_versions
        where team_id = ${team.id}::int and automation_id = ${automationId}::uuid and version = ${version}::int`,
  );
  const { definition } = found(row);
  return { definition, program: compileProgram(definition) };
}
