import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import type { Scope } from '../../scope.ts';
import { countForSteps } from './count-for-steps.ts';

/** Facts of a mail written by an automation step, each at most once. */
export type HappenedToMail = 'bounced' | 'complained' | 'unsubscribed';

export interface MailFact {
  messageId: string;
  what: HappenedToMail;
}

/**
 * Records facts of mails that automation steps wrote, and counts the new ones for the steps, in the caller's transaction.
 * Ignores other messages.
 */
export async function noteMailFacts(scope: Scope, facts: readonly MailFact[]): Promise<void> {
  const mails = await lockMails(
    scope,
    facts.map(({ messageId }) => messageId),
  );
  const fresh = mails.flatMap(({ id, happened }) => {
    const what = new Set(facts.filter(({ messageId }) => messageId === id).map((fact) => fact.what));
    return [...what].filter((one) => !happened.includes(one)).map((one) => ({ mail: id, what: one as string }));
  });
  if (fresh.length === 0) return;
  await run(
    scope.db,
    sql`update transactional_mails m set happened = m.happened || n.what
        from (select mail, array_agg(what order by what) as what
              from ${recordset('given', fresh, { mail: 'uuid', what: 'text' })} group by mail) n
        where m.team_id = ${scope.team.id}::int and m.id = n.mail`,
  );
  await countForSteps(scope, fresh);
}

/** In id order, so that other writers wait instead of deadlocking. */
async function lockMails({ db, team }: Scope, ids: readonly string[]): Promise<{ id: string; happened: string[] }[]> {
  if (ids.length === 0) return [];
  return run(
    db,
    sql`select m.id::text, m.happened from transactional_mails m
        where m.team_id = ${team.id}::int and m.id = any(${[...new Set(ids)]}::uuid[]) and m.automation_id is not null
        order by m.id for no key update`,
  );
}
