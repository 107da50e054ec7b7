import { run, sql } from '../../../database/connect.ts';
import { type Scope, transaction } from '../../../scope.ts';
import { FREE } from '../../campaigns/delete-messages.ts';
import { removeChunk } from '../../campaigns/remove-messages.ts';

/**
 * Deletes a chunk of the messages of an automation that is being deleted, and its e-mails once they have none. What was sold
 * through them stays credited to it. Returns whether there may be more. Safe to repeat, by any number of processes.
 */
export const deleteSomeEmails = (scope: Scope, automationId: string): Promise<boolean> =>
  transaction(scope, async (scope) => {
    const { db, team } = scope;
    const ours = sql`c.team_id = ${team.id} and c.automation_id = ${automationId}::uuid`;
    const hasMessages = sql`exists (select from messages m where m.team_id = ${team.id} and m.campaign_id = c.id)`;
    const [email] = await run<{ id: string }>(
      db,
      sql`select c.id::text from campaigns c where ${ours} and ${hasMessages} order by c.id limit 1`,
    );
    if (email) return (await removeChunk(scope, email.id, FREE, sql`m.id`)) > 0;
    await run(db, sql`delete from campaigns c where ${ours} and not ${hasMessages} returning c.id`);
    return false;
  });
