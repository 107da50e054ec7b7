import { run, sql } from '../../database/connect.ts';
import type { Event } from '../../generated/prisma/client.ts';
import { personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { keyset } from '../keyset.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { readTransactionalMails, type TransactionalMail } from '../sending/transactional-mails.ts';
import { type PersonalEvent, readEvents } from './events.ts';

export const ACTIVITY_TYPES = ['event', 'mail'] as const;

/** Something that a person did or got. */
export interface Activity {
  id: string;
  type: (typeof ACTIVITY_TYPES)[number];
  occurredAt: Date;
  event?: PersonalEvent;
  mail?: TransactionalMail;
}

type Entry = Pick<Activity, 'id' | 'type' | 'occurredAt'>;

/** A page of what the person with this address did and was sent, newest first: three statements. Throws ValidationError. */
export function listActivity(scope: Scope, email: string, request: PageRequest): Promise<Page<Activity>> {
  return readPage<Activity>(request, {
    by: 'occurredAt',
    find: async (args) => withObjects(scope, email, await readEntries(scope, email, args)),
    count: () => countEntries(scope, email),
  });
}

/** Each side gives no more rows than the page can need, from its own index. */
function readEntries(scope: Scope, email: string, find: Parameters<typeof keyset>[0]): Promise<Entry[]> {
  const person = personKey(scope.team.id, email);
  const enough = find.skip + find.take;
  const events = keyset(find, { id: sql`id`, time: sql`occurred_at`, by: 'occurredAt' });
  const mails = keyset(find, { id: sql`id`, time: sql`created_at`, by: 'occurredAt' });
  const all = keyset(find, { id: sql`id`, time: sql`"occurredAt"`, by: 'occurredAt' });
  return run<Entry>(
    scope.db,
    sql`select type, id, "occurredAt" from (
          (select 'event' as type, id, occurred_at as "occurredAt" from events
           where team_id = ${scope.team.id} and person_key = ${person}::uuid and ${events.beyond}
           order by ${events.order} limit ${enough})
          union all
          (select 'mail', id, created_at from transactional_mails
           where team_id = ${scope.team.id} and recipients @> array[${email}::text] and ${mails.beyond}
           order by ${mails.order} limit ${enough})
        ) activity order by ${all.order} limit ${find.take} offset ${find.skip}`,
  );
}

async function withObjects(scope: Scope, email: string, entries: Entry[]): Promise<Activity[]> {
  const idsOf = (type: Entry['type']) => entries.filter((entry) => entry.type === type).map(({ id }) => id);
  const events = new Map((await readEvents(scope, idsOf('event'))).map((event: Event) => [event.id, event]));
  const mails = new Map((await readTransactionalMails(scope, idsOf('mail'))).map((mail) => [mail.id, mail]));
  return entries.map((entry) => {
    const event = events.get(entry.id);
    return { ...entry, event: event && { ...event, email }, mail: mails.get(entry.id) };
  });
}

async function countEntries(scope: Scope, email: string): Promise<number> {
  const [row] = await run<{ count: number }>(
    scope.db,
    sql`select ((select count(*) from events
                 where team_id = ${scope.team.id} and person_key = ${personKey(scope.team.id, email)}::uuid)
              + (select count(*) from transactional_mails
                 where team_id = ${scope.team.id} and recipients @> array[${email}::text]))::int as count`,
  );
  return row?.count ?? 0;
}
