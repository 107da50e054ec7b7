import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';

/** The e-mail that a step of a run sent: a message to a subscriber or a transactional e-mail. */
export interface MailOfStep {
  step: string;
  messageId: string | null;
  mailId: string | null;
}

/**
 * The e-mails that the runs' steps sent and that still exist, in the order of the run ids, in one statement. It goes by the
 * automations' e-mails, because messages have no index by run.
 */
export async function readMailsOfRuns({ db, team }: Scope, ids: readonly string[]): Promise<MailOfStep[][]> {
  const mails = await run<MailOfStep & { run: string }>(
    db,
    sql`select r.id::text as run, g.automation_step as step, m.id::text as "messageId", null as "mailId"
        from automation_runs r
        join mailings g on g.team_id = ${team.id} and g.automation_id = r.automation_id
        join messages m on m.team_id = ${team.id} and m.campaign_id = g.id and m.person_key = r.person_key and m.run_id = r.id
        where r.team_id = ${team.id} and r.id = any(${[...ids]}::uuid[])
        union all
        select run_id::text, automation_step, null, id::text from transactional_mails
        where team_id = ${team.id} and run_id = any(${[...ids]}::uuid[])`,
  );
  return ids.map((id) => mails.flatMap(({ run, ...mail }) => (run === id ? [mail] : [])));
}
