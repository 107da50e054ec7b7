import { type Database, inTransaction, run, sql } from '../../../database/connect.ts';
import { createScope, WORKER } from '../../../scope.ts';
import type { SetUpTeam } from '../../platform/teams.ts';
import { insertDraft } from '../automations.ts';
import { recordListeners } from '../listeners.ts';
import { setStatus } from '../set-status.ts';
import { abandonedCart } from './list-ready-made.ts';
import { type CompiledTemplates, compileSent, makeTemplates } from './make-templates.ts';

const compiled = (): Promise<CompiledTemplates> => compileSent(abandonedCart.steps, 0);

/** Sets up a new team with an active abandoned-cart automation, for the list that each person joined last. */
export const setUpTeam: SetUpTeam = async () => {
  const templates = await compiled();
  return (db, teamId) => insertContent(db, teamId, templates, 'active');
};

/**
 * Adds the abandoned-cart automation as a draft to teams that were created before there were ready-made automations.
 * Parallel processes may run this. Returns the number of teams.
 */
export async function setUpOlderTeams(db: Database): Promise<number> {
  const teams = await run<{ id: number }>(db, sql`select id from teams where not furnished order by id`);
  if (teams.length === 0) return 0;
  const templates = await compiled();
  let count = 0;
  for (const { id } of teams) {
    count += await inTransaction(db, async (db) => {
      const [team] = await run(
        db,
        sql`select id from teams where id = ${id}::int and not furnished for update skip locked`,
      );
      if (!team) return 0;
      await insertContent(db, id, templates, 'draft');
      return 1;
    });
  }
  return count;
}

async function insertContent(
  db: Database,
  teamId: number,
  templates: CompiledTemplates,
  status: 'active' | 'draft',
): Promise<void> {
  const scope = createScope(db, { id: teamId }, WORKER);
  const { key: readyMade, name, description: _, ...definition } = abandonedCart;
  const steps = await makeTemplates(scope, definition.steps, templates);
  const { id } = await insertDraft(scope, { name, listId: null, definition: { ...definition, steps }, readyMade });
  if (status === 'active') {
    await setStatus(scope, id, status);
    await recordListeners(scope, id);
  }
  await run(db, sql`update teams set furnished = true where id = ${teamId}::int`);
}
