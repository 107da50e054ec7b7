import type { Database } from '../database/connect.ts';
import { run, sql } from '../database/connect.ts';
import { recountAutomation } from '../domain/automations/report/recount.ts';
import { isId } from '../ids.ts';
import { createScope, WORKER } from '../scope.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, withInstallation } from './run.ts';
import { wrongCall } from './usage.ts';

/**
 * `automation recount --automation ID|--all` recounts the figures of automations from the rows. Prints each automation with its
 * number of wrong figures.
 */
export const automation: Command = async ([action, ...args]) => {
  if (action !== 'recount') throw wrongCall('automation');
  const { option, has } = readArguments(args, { options: ['automation'], switches: ['all'] });
  const id = option('automation');
  if ((id === undefined) !== has('all')) throw new UsageError('give either --automation ID or --all');
  await withInstallation(async ({ connection: { db } }) => {
    const automations = await findAutomations(db, id);
    if (id !== undefined && automations.length === 0) throw new UsageError('this automation does not exist');
    for (const { teamId, id } of automations) {
      console.log(`${id} ${await recountAutomation(createScope(db, { id: teamId }, WORKER), id)}`);
    }
  });
};

async function findAutomations(db: Database, id?: string): Promise<{ teamId: number; id: string }[]> {
  if (id !== undefined && !isId(id)) return [];
  return run(
    db,
    sql`select team_id as "teamId", id::text from automations
        where deleted_at is null and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid) order by team_id, id`,
  );
}
