import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import { FREE } from '../../campaigns/delete-messages.ts';
import { removeChunk } from '../../campaigns/remove-messages.ts';

/**
 * Deletes a chunk of the messages of an automation that is being deleted, and its e-mails once they have none, in the caller's
 * transaction. Messages that are on their way are left until they have arrived. What was sold through them stays credited to the
 * automation. Returns whether there is more.
 */
export async function deleteSomeEmails(scope: Scope, automationId: string): Promise<boolean> {
  const { db, team } = scope;
  const ours = sql`c.team_id = ${team.id} and c.automation_id = ${automationId}::uuid`;
  const [email] = await run<{ id: string }>(
    db,
    sql`select c.id::text from campaigns c
        where ${ours} and exists (select from messages m where m.team_id = ${team.id} and m.campaign_id = c.id)
        order by random() limit 1`,
  );
  if (email) {
    await removeChunk(scope, email.id, FREE, sql`m.id`);
    return true;
  }
  await run(db, sql`delete from campaigns c where ${ours} returning c.id`);
  return false;
}
