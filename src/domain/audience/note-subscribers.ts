import { run, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import { recordset } from '../../database/recordset.ts';
import type { Scope } from '../../scope.ts';
import { signalNewSubscribers } from '../signals/subscribers-changed.ts';
import { tellOfNewSubscribers } from '../signals/tell-of-subscribers.ts';
import { lastActivity } from './note-engagement.ts';

/**
 * Sets `engaged_at` of new subscribers to what their people did before, and tells automations and webhooks that they joined. Does nothing
 * where triggers do it (`note_subscribers` of migration 0008, `signal_new_subscribers` of 0106, `tell_of_new_subscribers` of 0116). Called in the transaction that added them: a person's row that can be taken is
 * nobody's, and what is read next is all there is; of a row that cannot be taken the engagement is not known.
 */
export async function noteNewSubscribers(
  scope: Scope,
  added: readonly { id: string; person: string }[],
): Promise<void> {
  if (!isDistributed(scope.db) || added.length === 0) return;
  const ids = added.map(({ id }) => id);
  await signalNewSubscribers(scope, ids);
  await tellOfNewSubscribers(scope, ids);
  const persons = [...new Set(added.map(({ person }) => person))].sort();
  const taken = await run<{ key: string }>(
    scope.db,
    sql`select key::text from people where team_id = ${scope.team.id}::int and key = any(${persons}::uuid[])
        order by key for update skip locked`,
  );
  const keys = new Set(taken.map(({ key }) => key));
  const rows = added.map(({ id, person }) => ({ id, taken: Number(keys.has(person)) }));
  await run(
    scope.db,
    sql`update subscribers s
        set engaged_at = case when o.taken = 1 then ${lastActivity(scope, sql`s.person_key`)} else timestamptz '9999-12-31Z' end
        from ${recordset('o', rows, { id: 'uuid', taken: 'bigint' })}
        where s.team_id = ${scope.team.id}::int and s.id = o.id
          and (o.taken = 0 or ${lastActivity(scope, sql`s.person_key`)} is not null)`,
  );
}
