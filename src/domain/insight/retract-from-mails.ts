import { empty, run, type Sql, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import type { Scope } from '../../scope.ts';
import { countForSteps } from '../ledger/count-for-steps.ts';
import { announceMailReactions } from '../sending/announce-mail-reactions.ts';
import type { Retracted } from './retract-reactions.ts';

interface Counted {
  id: string;
  opens: number;
  clicks: number;
  openedByClick: boolean;
  automated: boolean;
}

const COLUMNS = { id: 'uuid', opens: 'bigint', clicks: 'bigint', by_click: 'bigint' } as const;

/** Subtracts opens and clicks from the counters of mails, and from the figures of the steps that wrote them. */
export async function retractFromMails(scope: Scope, retracted: readonly Retracted[]): Promise<void> {
  const { db, team } = scope;
  const ids = [...new Set(retracted.flatMap(({ mail }) => mail ?? []))];
  if (ids.length === 0) return;
  const mails = await run<Counted>(
    db,
    sql`select id::text, opens, clicks, opened_by_click as "openedByClick", automation_id is not null as automated
        from transactional_mails where team_id = ${team.id}::int and id = any(${ids}::uuid[]) order by id for no key update`,
  );
  const left = mails.map((mail) => without(mail, retracted));
  const rows = left.map(({ id, opens, clicks, openedByClick }) => ({
    id,
    opens,
    clicks,
    by_click: openedByClick ? 1 : 0,
  }));
  await run(
    db,
    sql`update transactional_mails m set opens = l.opens::int, clicks = l.clicks::int, opened_by_click = l.by_click = 1,
          opened_at = ${firstOf(team.id, empty)}, clicked_at = ${firstOf(team.id, sql`and r.kind = 'click'`)}
        from ${recordset('l', rows, COLUMNS)} where m.team_id = ${team.id}::int and m.id = l.id`,
  );
  await announceMailReactions(
    scope,
    mails.map(({ id }) => ({ mail: id, change: 'corrected' })),
  );
  await countForSteps(
    scope,
    mails.flatMap((mail, index) =>
      (['opens', 'clicks'] as const).flatMap((what) =>
        mail.automated && mail[what] > 0 && left[index]![what] === 0
          ? [{ mail: mail.id, what: what === 'opens' ? 'opened' : 'clicked', count: -1 }]
          : [],
      ),
    ),
  );
}

/** When a person first reacted to the mail `m`, as the corrected verdicts show. */
const firstOf = (teamId: number, which: Sql): Sql => sql`(
  select min(r.at) from reactions r where r.team_id = ${teamId}::int and r.message_id = m.id and r.verdict = 'human' ${which})`;

/** The remaining counters of a mail. A remaining click counts as an open if there is no other sign of one. */
function without(mail: Counted, retracted: readonly Retracted[]): Counted {
  const of = (kind: Retracted['kind']) => retracted.filter((one) => one.mail === mail.id && one.kind === kind).length;
  const clicks = Math.max(0, mail.clicks - of('click'));
  const pixels = Math.max(0, mail.opens - (mail.openedByClick ? 1 : 0) - of('open'));
  const openedByClick = clicks > 0 && (mail.openedByClick || pixels === 0);
  return { ...mail, clicks, opens: pixels + (openedByClick ? 1 : 0), openedByClick };
}
