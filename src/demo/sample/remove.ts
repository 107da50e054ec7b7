import { run, sql } from '../../database/connect.ts';
import { type List, readLists } from '../../domain/audience/lists.ts';
import type { Template } from '../../domain/content/templates.ts';
import { LONG_MS, type Scope, transaction } from '../../scope.ts';
import { lockSampleData, readSampleData, type SampleData } from './objects.ts';
import { removeAutomations, removeCampaigns, removeLists, removeSegments } from './remove-contents.ts';
import { removePeople } from './remove-people.ts';
import { removeFields, removeTags, removeTemplates } from './remove-words.ts';

/** The result of a removal. */
export interface RemovedSampleData {
  /** How many people were deleted. */
  people: number;
  /** The sample lists that stay, because they have other people, or something else uses them. */
  keptLists: List[];
  /** The sample templates that stay, because somebody changed them, or something else uses them. */
  keptTemplates: Template[];
}

/**
 * Removes a team's sample data, all or nothing. Objects stay if the team has changed them, or uses them for something else: they
 * are the team's own from then on. Without sample data it has no effect.
 */
export function removeSampleData(scope: Scope): Promise<RemovedSampleData> {
  return transaction(
    scope,
    async (scope) => {
      await lockSampleData(scope);
      const data = await readSampleData(scope);
      return data ? remove(scope, data) : { people: 0, keptLists: [], keptTemplates: [] };
    },
    LONG_MS,
  );
}

async function remove(scope: Scope, data: SampleData): Promise<RemovedSampleData> {
  const { db, team } = scope;
  await removeCampaigns(scope, data);
  await removeAutomations(scope, data);
  await removeSegments(scope, data);
  await run(
    db,
    sql`delete from transactional_mails where team_id = ${team.id}::int and id = any(${data.objects.mail}::uuid[])`,
  );
  const people = await removePeople(scope, data.objects.person);
  const lists = await removeLists(scope, data);
  const keptTemplates = await removeTemplates(scope, data);
  await removeFields(scope, data);
  await removeTags(scope, data);
  await run(db, sql`delete from sample_data where team_id = ${team.id}::int`);
  return { people, keptLists: await readLists(scope, lists), keptTemplates };
}
