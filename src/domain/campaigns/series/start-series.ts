import { ValidationError } from '../../../errors.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import type { Scope } from '../../../scope.ts';
import type { Campaign } from '../campaigns.ts';
import { changeStatus } from '../change-status.ts';
import { examineDraft, type Surroundings } from '../check-campaign.ts';
import { nextMoment } from '../recurrence/recurrence.ts';
import { NEVER } from '../recurrence/rule-text.ts';
import { examineFeed } from './check-feed.ts';
import { recurrenceOf } from './series-settings.ts';

/** The installation's parts that a series needs. */
export interface Around {
  config: Surroundings;
  outbound: Outbound;
}

/**
 * Starts the series of a recurring draft: it waits for its next occurrence from now on. Its content is not fixed; each
 * occurrence uses the content of its time. Throws ConflictError, ValidationError.
 */
export async function startSeries(scope: Scope, { config, outbound }: Around, campaign: Campaign): Promise<Campaign> {
  const feed = await examineFeed(scope, outbound, campaign);
  const draft = await examineDraft(scope, config, feed.campaign);
  const next = await nextMoment(recurrenceOf(campaign)!, scope.now(), scope.team.id);
  const problems = [
    ...draft.problems,
    ...feed.problems,
    ...(next ? [] : [{ path: ['recurrence', 'rule'], problem: NEVER }]),
  ];
  if (!next || problems.length > 0) throw new ValidationError(problems);
  return changeStatus(scope, campaign, ['draft'], {
    status: 'scheduled',
    scheduledAt: next,
    ...(feed.found !== campaign.feedFoundUrl && { feedFoundUrl: feed.found, feedEtag: null, feedModified: null }),
  });
}
