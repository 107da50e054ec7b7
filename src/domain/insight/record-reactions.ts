import { coalesceByGroup } from '../../async/coalesce.ts';
import { type Database, run, runOnce, type Sql, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import { createScope, WORKER } from '../../scope.ts';
import { countedForSteps } from '../ledger/count-for-steps.ts';
import { insertNotifications } from '../signals/notify-webhooks.ts';
import { foundFor } from './found-reactions.ts';
import { reactionNotifications } from './reaction-notifications.ts';
import { reactionSignals } from './reaction-signals.ts';
import { RecentClicks } from './recent-clicks.ts';
import { recordInSteps } from './record-in-steps.ts';
import { retractReactions } from './retract-reactions.ts';
import { type Fetched, verdictOn } from './verdict.ts';

/** A request for a pixel or a link. */
export interface Fetch extends Fetched {
  teamId: number;
  messageId: string;
  kind: 'open' | 'click';
  /** The link's target. Absent for the hidden link, which only machines follow. */
  target?: string;
}

/** One statement at a time: more reactions then share its fixed cost than if two alternated. */
const MAX_TOGETHER = { max: 500, parallel: 1 };

/**
 * The number of reactions before the statement is prepared. A plan made while the table is nearly empty reads all of it for
 * each message, and stays until the next ANALYZE.
 */
const PREPARED_AFTER = 1_000;

/**
 * Records opens and clicks with their verdicts. Human ones are counted on the mail. They are a touch of the person if `to`
 * has a single recipient; with several it is unknown who it was. Deleted messages are left out. Simultaneous reactions of a
 * team share one statement; each call is answered after the commit. `onCounted` gets the campaigns whose figures have
 * changed.
 */
export function createReactionRecorder(
  db: Database,
  onCounted: (teamId: number, campaignId: string) => void = () => {},
): (fetch: Fetch) => Promise<void> {
  const recent = new RecentClicks();
  let count = 0;
  const execute: Execute = (db, statement) => (count < PREPARED_AFTER ? runOnce : run)(db, statement);
  const share = coalesceByGroup<Reaction, undefined>(
    ({ teamId }) => String(teamId),
    async (set) => {
      const recorded = await record(db, set, execute, onCounted);
      count += set.length;
      return recorded;
    },
    MAX_TOGETHER,
  );
  return (fetch) => share({ teamId: fetch.teamId, row: toRow(fetch, recent) });
}

interface Reaction {
  teamId: number;
  row: ReactionRow;
}

/** Recorded reactions to one message, or to several of a campaign. */
export interface Recorded {
  campaign: string | null;
  /** A message whose earlier reactions may be a machine's, as the latest ones show. */
  revealed: string | null;
}

type Execute = (db: Database, statement: Sql) => Promise<Recorded[]>;

/** A reaction as it came in. */
export type ReactionRow = ReturnType<typeof toRow>;

function toRow({ messageId: message, kind, target, ...fetched }: Fetch, recent: RecentClicks) {
  const others = target === undefined ? [] : recent.others(message, target);
  const verdict = kind === 'click' && target === undefined ? 'scanner' : verdictOn(fetched);
  return { message, kind, verdict, target: target ?? null, others: others.length > 0 ? others : null };
}

async function record(
  db: Database,
  reactions: readonly Reaction[],
  execute: Execute,
  onCounted: (teamId: number, campaignId: string) => void,
): Promise<undefined[]> {
  const [{ teamId }] = reactions as [Reaction];
  const rows = reactions.map(({ row }) => row);
  const scope = createScope(db, { id: teamId }, WORKER);
  const recorded = isDistributed(db) ? await recordInSteps(scope, rows) : await insert(db, teamId, rows, execute);
  const revealed = recorded.flatMap(({ revealed }) => revealed ?? []);
  if (revealed.length > 0) await retractReactions(scope, revealed);
  for (const id of new Set(recorded.flatMap(({ campaign }) => campaign ?? []))) onCounted(teamId, id);
  return rows.map(() => undefined);
}

/**
 * One statement for reactions of one team. Messages that were deleted or are being deleted are left out. It locks the
 * people and sees their latest state, so that a touch and a concurrent erasure of its person happen one after the other.
 * Then it locks the mails in id order, so that statements wait for each other instead of deadlocking. Returns the
 * campaigns, and the messages for which machines were revealed.
 */
function insert(db: Database, teamId: number, rows: readonly ReactionRow[], execute: Execute): Promise<Recorded[]> {
  return execute(
    db,
    sql`with ${foundFor(teamId, rows)}
        , noted as (
          insert into reactions (team_id, message_id, kind, verdict, target, campaign_id)
          select ${teamId}::int, message, kind::"TouchKind",
                 case when scanned then 'scanner' else verdict end::"Verdict", target,
                 case when kind = 'click' then campaign_id end
          from found
          returning id
        ), uncounted as (
          insert into uncounted_reactions (team_id, reactions)
          select ${teamId}::int, array_agg(id) from noted having exists (select from found where campaign_id is not null)
        ), human as materialized (
          select *, coalesce(addressee, person_key(${teamId}::int, email)) as person from found
          where verdict = 'human' and not scanned and sender_id is not null
        ), held as materialized (
          select key, email from people where team_id = ${teamId}::int and key = any(array(select person from human))
          order by key for key share
        ), inserted as (
          insert into people as p (team_id, key, email)
          select distinct on (person) ${teamId}::int, person, email from human
          where email is not null and not exists (select from held where held.key = person) order by person
          on conflict (team_id, key) do update set email = p.email where p.email is null
          returning key, email
        ), erased as materialized (
          select key from held where email is null union all select key from inserted where email is null
        ), mails as materialized (
          select id, opens = 0 as is_unopened, clicks = 0 as is_unclicked from transactional_mails
          where team_id = ${teamId}::int and id = any(array(select mail_id from human)) order by id for no key update
        ), counted as (
          update transactional_mails m set opens = m.opens + h.opens + h.by_click::int, clicks = m.clicks + h.clicks,
                                           opened_by_click = m.opened_by_click or h.by_click
          from (select mail_id, is_unopened, is_unclicked, count(*) filter (where kind = 'open')::int as opens,
                       count(*) filter (where kind = 'click')::int as clicks,
                       is_unopened and bool_and(kind = 'click') as by_click
                from human join mails on mails.id = mail_id group by mail_id, is_unopened, is_unclicked) h
          where m.team_id = ${teamId}::int and m.id = h.mail_id
          returning m.automation_id, m.automation_step, h.is_unopened as first_opened,
                    h.is_unclicked and h.clicks > 0 as first_clicked
        ), of_steps as materialized (
          select m.automation_id, m.automation_step, figure.what, '' as detail, 1::bigint as count
          from counted m cross join lateral (values ('opened', first_opened), ('clicked', first_clicked)) figure(what, is_new)
          where m.automation_id is not null and figure.is_new
        )${countedForSteps(sql`${teamId}::int`)}, present as materialized (
          select * from human
          where not exists (select from erased where erased.key = person)
            and (email is not null or exists (select from held where held.key = person))
        ), touched as (
          insert into touches (team_id, person_key, kind, sender, sender_id, email_id, at)
          select ${teamId}::int, person, kind::"TouchKind", sender::"SenderKind", sender_id, email_id, now() from present
        ), signalled as (
          insert into automation_signals (team_id, person_key, kind, ref, detail, at)
          select ${teamId}::int, person, kind, ref, detail, now() from (${reactionSignals(teamId)}) signals
        ), notified as (
          ${insertNotifications(teamId, reactionNotifications(teamId))}
        )
        select distinct campaign_id::text as campaign, case when reveals then message::text end as revealed
        from found where campaign_id is not null or reveals`,
  );
}
