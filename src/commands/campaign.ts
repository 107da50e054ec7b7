import type { Database } from '../database/connect.ts';
import { run, sql } from '../database/connect.ts';
import { recountCampaign, recountCampaigns } from '../domain/campaigns/recount.ts';
import { isId } from '../ids.ts';
import { createScope, WORKER } from '../scope.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError, withInstallation } from './run.ts';
import { wrongCall } from './usage.ts';

/**
 * `campaign recount --campaign ID|--all` recounts the figures of reports from the rows. Prints each campaign with its number of
 * wrong figures.
 */
export const campaign: Command = async ([action, ...args]) => {
  if (action !== 'recount') throw wrongCall('campaign');
  const { option, has } = readArguments(args, { options: ['campaign'], switches: ['all'] });
  const id = option('campaign');
  if ((id === undefined) !== has('all')) throw new UsageError('give either --campaign ID or --all');
  await withInstallation(async ({ connection: { db } }) => {
    const campaigns = await findCampaigns(db, id);
    if (id !== undefined && campaigns.length === 0) throw new UsageError('this campaign does not exist');
    if (id === undefined) {
      for await (const { id, wrong } of recountCampaigns(db, campaigns)) console.log(`${id} ${wrong}`);
      return;
    }
    for (const { teamId, id } of campaigns) {
      console.log(`${id} ${await recountCampaign(createScope(db, { id: teamId }, WORKER), id)}`);
    }
  });
};

async function findCampaigns(db: Database, id?: string): Promise<{ teamId: number; id: string }[]> {
  if (id !== undefined && !isId(id)) return [];
  return run(
    db,
    sql`select team_id as "teamId", id::text from campaigns
        where (${id ?? null}::uuid is null or id = ${id ?? null}::uuid) order by team_id, id`,
  );
}
