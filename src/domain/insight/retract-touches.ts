import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import type { Scope } from '../../scope.ts';
import { lastActivity } from '../audience/note-engagement.ts';
import type { Retracted } from './retract-reactions.ts';

const COLUMNS = { person: 'uuid', kind: 'text', sender: 'uuid', at: 'timestamptz' } as const;

/**
 * Removes the touches of opens and clicks, so that no sale is credited to them, and corrects their people's engagement
 * times.
 */
export async function retractTouches({ db, team }: Scope, retracted: readonly Retracted[]): Promise<void> {
  const rows = retracted.flatMap(({ person, kind, campaign, mail, at }) =>
    person === null ? [] : [{ person, kind: kind as string, sender: (campaign ?? mail)!, at }],
  );
  if (rows.length === 0) return;
  await run(
    db,
    sql`delete from touches t using ${recordset('g', rows, COLUMNS)}
        where t.team_id = ${team.id}::int and t.person_key = g.person and t.kind::text = g.kind and t.at = g.at
          and (t.sender_id = g.sender or t.email_id = g.sender)`,
  );
  const persons = [...new Set(rows.map(({ person }) => person))];
  const since = new Date(Math.min(...rows.map(({ at }) => at.getTime())));
  const engaged = await run<{ id: string }>(
    db,
    sql`select id::text from subscribers
        where team_id = ${team.id}::int and person_key = any(${persons}::uuid[]) and engaged_at >= ${since}::timestamptz
        order by person_key, list_id for no key update`,
  );
  if (engaged.length === 0) return;
  await run(
    db,
    sql`update subscribers s set engaged_at = ${lastActivity({ team }, sql`s.person_key`)}
        where s.team_id = ${team.id}::int and s.id = any(${engaged.map(({ id }) => id)}::uuid[])`,
  );
}
