import { teamOf } from '../../database/by-team.ts';
import { type Database, inTransaction, run, type Sql, sql } from '../../database/connect.ts';
import { ConflictError, ValidationError } from '../../errors.ts';
import { createScope, LONG_MS, type Scope, transaction, WORKER } from '../../scope.ts';
import { whole } from '../../validation/number.ts';
import { record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { countReactions } from '../ledger/count-reactions.ts';
import { type AbTestMeasure, MOST_VARIANTS } from './ab-test-input.ts';
import { type Campaign, readCampaign } from './campaigns.ts';
import { announceCampaign } from './live-campaigns.ts';
import { lockFirst } from './lock-first.ts';
import { readVariants } from './read-report.ts';
import { variantFigures } from './variant-figures.ts';
import { abTestOf } from './variants.ts';
import { winnerOf } from './winner.ts';

interface Undecided {
  teamId: number;
  id: string;
  by: Exclude<AbTestMeasure, 'manual'>;
  variants: number;
}

const MAX_CANDIDATES = 20;

/**
 * Decides the next due test by its rule, on the database's clock. Only one of several parallel processes decides it. A
 * paused campaign is decided too, and sends the rest after resuming. Returns whether there was one.
 */
export async function decideNextAbTest(db: Database): Promise<boolean> {
  // Counting happens before the transaction, so that the figures include all clicks until now.
  const teams = new Set((await undecided(db)).map(teamOf));
  if (teams.size === 0) return false;
  for (const id of teams) await countReactions(createScope(db, { id }, WORKER));
  return inTransaction(
    db,
    async (db) => {
      const campaign = await lockFirst(
        db,
        (id) => undecided(db, id),
        ({ id }) => `decide-ab-test ${id}`,
      );
      if (!campaign) return false;
      const scope = createScope(db, { id: campaign.teamId }, WORKER);
      const figures = variantFigures(await readVariants(scope, campaign.id, campaign.variants));
      await decide(scope, campaign.id, winnerOf(figures, campaign.by), 'rule');
      return true;
    },
    LONG_MS,
  );
}

export const pickInput = record({ variant: whole(1, MOST_VARIANTS) });

/**
 * Decides a test manually, at any time after sending begins. Throws NotFoundError, ValidationError, and ConflictError if
 * there is nothing to decide or it is decided already.
 */
export function pickVariant(scope: Scope, id: unknown, input: unknown): Promise<Campaign> {
  return transaction(scope, async (scope) => {
    const campaign = await readCampaign(scope, id);
    const { variant } = parse(pickInput, input);
    const test = abTestOf(campaign);
    if (!test) throw new ConflictError('NO_AB_TEST', 'The campaign has no A/B test.');
    if (variant > test.variants.length) {
      const problem = `must be an integer between 1 and ${test.variants.length}.`;
      throw new ValidationError([{ path: ['variant'], problem }]);
    }
    if (test.samplePercent === 100)
      throw new ConflictError(
        'ALL_IN_SAMPLE',
        'Everyone is in the sample. There are no remaining recipients, and no winner to choose.',
      );
    if (!(await decide(scope, campaign.id, variant, 'hand'))) {
      const { winner } = await readCampaign(scope, campaign.id);
      if (winner === null) throw new ConflictError('NOT_SENDING', 'The campaign is neither sending nor paused.');
      throw new ConflictError('ALREADY_DECIDED', 'The winner is already decided.');
    }
    return readCampaign(scope, campaign.id);
  });
}

/** Returns false if it is decided already, or if the campaign is not being sent. */
async function decide(scope: Scope, id: string, winner: number, by: 'rule' | 'hand'): Promise<boolean> {
  const decided = await run(
    scope.db,
    sql`update campaigns set winner = ${winner}::smallint, decided_at = now(), decided_by = ${by}::text, updated_at = now()
        where team_id = ${scope.team.id} and id = ${id}::uuid and winner is null and status in ('sending', 'paused')
        returning id`,
  );
  if (decided.length === 0) return false;
  await scope.enqueue('send-rest', { campaignId: id });
  await announceCampaign(scope, id);
  return true;
}

const IS_UNDECIDED = sql`c.status in ('sending', 'paused') and c.winner is null and c.decide_at <= now()`;

/** Campaigns with a test that is due for its decision. */
export const UNDECIDED_TESTS: Sql = sql`select from campaigns c where ${IS_UNDECIDED}`;

const undecided = (db: Database, id?: string): Promise<Undecided[]> =>
  run<Undecided>(
    db,
    sql`select c.team_id as "teamId", c.id::text, c.test ->> 'by' as by,
               jsonb_array_length(c.test -> 'variants')::int as variants
        from campaigns c join teams t on t.id = c.team_id and t.status = 'active'
        where ${IS_UNDECIDED} and ${id === undefined ? sql`true` : sql`c.id = ${id}::uuid`}
        order by c.decide_at limit ${MAX_CANDIDATES}`,
  );
