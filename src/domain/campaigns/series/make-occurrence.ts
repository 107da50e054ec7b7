import { inFull } from '../../../errors.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { newId } from '../../../ids.ts';
import type { Scope } from '../../../scope.ts';
import { localTimeAt } from '../../local-time.ts';
import { fixedContent } from '../campaign-content.ts';
import type { Campaign } from '../campaigns.ts';
import type { examineDraft } from '../check-campaign.ts';
import { copyOf, SETTINGS } from '../copied-columns.ts';
import type { Feed } from '../feed/feed.ts';
import { fitName } from '../fit-name.ts';
import { announceCampaign } from '../live-campaigns.ts';
import { shown } from './campaign-feed.ts';
import { recurrenceOf } from './series-settings.ts';

/** Data for an occurrence, besides the recurring campaign. */
export interface Ingredients {
  /** When it was due. */
  occursAt: Date;
  /** The result of the checks before sending. */
  examined: Awaited<ReturnType<typeof examineDraft>>;
  feed?: Feed;
}

/**
 * Creates an occurrence of a recurring campaign. It starts sending, or fails if the checks found problems. The database
 * accepts each moment of a series once. The caller's transaction must hold the series' row.
 */
export async function makeOccurrence(
  scope: Scope,
  series: Campaign,
  { occursAt, examined, feed }: Ingredients,
): Promise<string> {
  const id = newId();
  const now = scope.now();
  const { contents, problems } = examined;
  await scope.db.campaign.create({
    data: {
      ...copyOf(series, SETTINGS),
      teamId: scope.team.id,
      id,
      name: nameOf(series, occursAt),
      seriesId: series.id,
      occursAt,
      ...(feed && { feed: shown(feed) as unknown as Prisma.InputJsonObject }),
      ...(problems.length > 0
        ? { status: 'failed', failureReason: inFull(problems), endedAt: now }
        : {
            status: 'sending',
            startedAt: now,
            ...fixedContent(series, contents),
          }),
    },
  });
  if (problems.length === 0) await scope.enqueue('enqueue-campaigns', {}, { key: 'enqueue-campaigns' });
  await announceCampaign(scope, id);
  return id;
}

/** The name of the series and the local day; with the hour if the rule may occur several times a day. */
function nameOf(series: Campaign, occursAt: Date): string {
  const { timezone, rule } = recurrenceOf(series)!;
  const local = localTimeAt(occursAt, timezone);
  const when = /HOURLY|BYHOUR/.test(rule) ? local.slice(0, 16).replace('T', ' ') : local.slice(0, 10);
  return fitName(series.name, { after: ` ${when}` });
}
