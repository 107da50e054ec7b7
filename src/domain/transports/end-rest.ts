import { sql } from '../../database/connect.ts';
import type { Rest } from '../../generated/prisma/client.ts';
import { LONG_MS, type Scope, transaction } from '../../scope.ts';
import { found, idOf } from '../found.ts';
import { makeDue } from './make-due.ts';

/** Messages that wait for a rest to end are put back at most so many seconds behind its end (see delivery/spread.ts). */
const AFTER_SECONDS = 3_700;

/** Ends a rest: workers try again within seconds, and count from the beginning. Gives it as it was. Throws NotFoundError. */
export function endRest(scope: Scope, id: unknown): Promise<Rest> {
  return transaction(
    scope,
    async (scope) => {
      const where = { teamId: scope.team.id, id: idOf(id) };
      return found((await endRests(scope, where))[0]);
    },
    LONG_MS,
  );
}

/** Ends the rest of a whole transport, if there is one. */
export async function endRestOf(scope: Scope, transportId: string): Promise<void> {
  await endRests(scope, { teamId: scope.team.id, transportId, domain: '' });
}

/** The messages that wait for its end are due again. Some of another transport may be among them: they are put back anew. */
async function endRests(scope: Scope, where: Partial<Rest>): Promise<Rest[]> {
  const rests = await scope.db.rest.findMany({ where });
  for (const { teamId, id, domain, until } of rests) {
    const { count } = await scope.db.rest.deleteMany({ where: { teamId, id } });
    if (count === 0) return [];
    if (!until) continue;
    const to = domain === '' ? null : domain;
    await makeDue(
      scope,
      sql`m.due_at <= ${until}::timestamptz + make_interval(secs => ${AFTER_SECONDS})
          and (${to}::text is null
            or exists (select from transactional_mails t where t.team_id = m.team_id and t.id = m.mail_id
              and split_part(t.recipients[1], '@', 2) = ${to}::text)
            or exists (select from people p where p.team_id = m.team_id and p.key = m.person_key
              and split_part(p.email, '@', 2) = ${to}::text)
            or exists (select from subscribers s where s.team_id = m.team_id and s.id = m.subscriber_id
              and split_part(s.email, '@', 2) = ${to}::text))`,
    );
  }
  return rests;
}
