import { coalesceByGroup } from '../../async/coalesce.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import { arraysOf } from '../../database/recordset.ts';
import { createScope, WORKER } from '../../scope.ts';
import { announceMailReactions } from '../sending/announce-mail-reactions.ts';
import { RecentClicks } from './recent-clicks.ts';
import { retractReactions } from './retract-reactions.ts';
import {
  type Fetched,
  MAX_OTHER_LINKS,
  SCANNED_WITHIN_SECONDS,
  TOGETHER_MS,
  TRAPPED_SECONDS,
  verdictOn,
} from './verdict.ts';

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
  const share = coalesceByGroup<Reaction, undefined>(
    ({ teamId }) => String(teamId),
    (set) => record(db, set, onCounted),
    MAX_TOGETHER,
  );
  return (fetch) => share({ teamId: fetch.teamId, row: toRow(fetch, recent) });
}

interface Reaction {
  teamId: number;
  row: ReactionRow;
}

/** Recorded reactions to one message, or to several of a campaign. */
interface Recorded {
  campaign: string | null;
  /** A message whose earlier reactions may be a machine's, as the latest ones show. */
  revealed: string | null;
  /** A mail with a reaction of a person, while somebody follows the team's mails. */
  mail: string | null;
  acted: 'open' | 'click' | null;
}

/** A reaction as it came in. */
type ReactionRow = ReturnType<typeof toRow>;

function toRow({ messageId: message, kind, target, ...fetched }: Fetch, recent: RecentClicks) {
  const others = target === undefined ? [] : recent.others(message, target);
  const verdict = kind === 'click' && target === undefined ? 'scanner' : verdictOn(fetched);
  return { message, kind, verdict, target: target ?? null, others: others.length > 0 ? others : null };
}

async function record(
  db: Database,
  reactions: readonly Reaction[],
  onCounted: (teamId: number, campaignId: string) => void,
): Promise<undefined[]> {
  const [{ teamId }] = reactions as [Reaction];
  const rows = reactions.map(({ row }) => row);
  const scope = createScope(db, { id: teamId }, WORKER);
  const recorded = await insert(db, teamId, rows);
  const revealed = recorded.flatMap(({ revealed }) => revealed ?? []);
  await announceMailReactions(
    scope,
    recorded.flatMap(({ mail, acted }) => (mail ? { mail, change: acted === 'open' ? 'opened' : 'clicked' } : [])),
  );
  if (revealed.length > 0) await retractReactions(scope, revealed);
  for (const id of new Set(recorded.flatMap(({ campaign }) => campaign ?? []))) onCounted(teamId, id);
  return rows.map(() => undefined);
}

/** Sends reactions of one team to `record_reactions`, in one round trip. */
function insert(db: Database, teamId: number, rows: readonly ReactionRow[]): Promise<Recorded[]> {
  return run<Recorded>(
    db,
    sql`select * from record_reactions(${teamId}::int, ${arraysOf(rows, COLUMNS)},
          ${SCANNED_WITHIN_SECONDS}::int, ${TOGETHER_MS / 1000}::int, ${TRAPPED_SECONDS}::int, ${MAX_OTHER_LINKS}::int)`,
  );
}

const COLUMNS = { message: 'uuid', kind: 'text', verdict: 'text', target: 'text', others: 'jsonb' } as const;
