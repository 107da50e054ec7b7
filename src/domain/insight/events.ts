import type { Event } from '../../generated/prisma/client.ts';
import { personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { emailAddress } from '../../validation/email.ts';
import { record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';

/** An event with the address of its person. */
export type PersonalEvent = Event & { email: string };

const filters = record({ email: emailAddress(), name: text(100).nullish() });

/** A page of one person's events, most recent first. Empty for an unknown address. Throws ValidationError. */
export async function listEvents(
  scope: Scope,
  request: PageRequest & { email?: unknown; name?: unknown },
): Promise<Page<PersonalEvent>> {
  const { email, name } = parse(filters, request);
  const where = {
    teamId: scope.team.id,
    personKey: personKey(scope.team.id, email),
    ...(name != null && { name }),
  };
  return readPage(request, {
    by: 'occurredAt',
    usual: 50,
    max: 200,
    find: async (args) => {
      const rows = await scope.db.event.findMany({ ...args, where: { AND: [where, args.where] } });
      return rows.map((row) => ({ ...row, email }));
    },
    count: () => scope.db.event.count({ where }),
  });
}

/** Returns the team's events with these ids, each with the address of its person. */
export async function readPersonalEvents({ db, team }: Scope, ids: readonly string[]): Promise<PersonalEvent[]> {
  const where = { teamId: team.id, id: { in: [...ids] } };
  const events = await db.event.findMany({ where, include: { person: { select: { email: true } } } });
  return events.flatMap(({ person: { email }, ...event }) => (email === null ? [] : { ...event, email }));
}

/** Returns the team's events with these ids, without an address, in one statement. */
export function readEvents(scope: Scope, ids: readonly string[]): Promise<Event[]> {
  return scope.db.event.findMany({ where: { teamId: scope.team.id, id: { in: [...ids] } } });
}
