import { run, sql } from '../../../database/connect.ts';
import { newId, personKey } from '../../../ids.ts';
import type { Scope } from '../../../scope.ts';
import { refuseErased } from '../../privacy/erased.ts';

/** A reserved domain: no address exists there. */
const EXAMPLE = { email: 'ada@simulation.invalid', firstName: 'Ada', lastName: 'Lovelace' };

/**
 * The key of the simulated person: the owner of the address, subscribed or not, or else an example person who is subscribed
 * to the automation's list, or without one to the newest list. Uses the caller's transaction. Throws ValidationError if the
 * person was erased.
 */
export async function simulatedPerson(
  scope: Scope,
  listId: string | null,
  email: string | null | undefined,
): Promise<string> {
  const { db, team } = scope;
  const address = email ?? EXAMPLE.email;
  const key = personKey(team.id, address);
  await refuseErased(scope, [{ path: ['email'], email: address }]);
  const added = await run(
    db,
    sql`insert into people (team_id, key, email) values (${team.id}::int, ${key}::uuid, ${address}) on conflict do nothing
        returning key::text`,
  );
  if (added.length === 0) return key;
  const [list] = await run<{ id: string }>(
    db,
    sql`select id::text from lists where team_id = ${team.id}::int and (${listId}::uuid is null or id = ${listId}::uuid)
        order by created_at desc, id desc limit 1 for key share`,
  );
  if (list) await subscribe(scope, { key, email: address, listId: list.id });
  return key;
}

async function subscribe(
  { db, team, now }: Scope,
  { key, email, listId }: { key: string; email: string; listId: string },
): Promise<void> {
  const { firstName, lastName } = EXAMPLE;
  await db.subscriber.create({
    data: {
      teamId: team.id,
      id: newId(),
      listId,
      personKey: key,
      email,
      status: 'subscribed',
      subscribedAt: now(),
      ...(email === EXAMPLE.email && { firstName, lastName }),
    },
  });
}
