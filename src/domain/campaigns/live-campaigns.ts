import type { Database } from '../../database/connect.ts';
import type { Campaign } from '../../generated/prisma/client.ts';
import { LiveQuery } from '../../live/live-query.ts';
import type { Notice, PubSub } from '../../live/pubsub.ts';
import type { Log } from '../../log.ts';
import type { Scope } from '../../scope.ts';

/** The campaigns that a reader follows: one, or all of the team without an id. */
interface Followed {
  id?: string;
}

type LiveCampaigns = LiveQuery<Extract<Notice, { topic: 'campaign.progressed' }>, Campaign, Followed>;

const ENDS: readonly string[] = ['sent', 'cancelled', 'failed'];

/** Reactions, bounces and unsubscribes arrive many times a second, from every process that records them. */
const TOGETHER_MS = 250;

/**
 * The progress stream of campaigns. The stream of a single campaign continues after sending, because opens and clicks
 * follow. It ends when the campaign is deleted, or has ended without ever being sent.
 */
export const createLiveCampaigns = (db: Database, pubsub: PubSub, log: Log): LiveCampaigns =>
  new LiveQuery(
    {
      topic: 'campaign.progressed',
      load: (teamId, ids) =>
        db.campaign.findMany({
          where: { teamId, id: { in: ids } },
          omit: { content: true, variantContents: true, feed: true },
        }) as Promise<Campaign[]>,
      fits: (filter: Followed, { id }) => filter.id === undefined || filter.id === id,
      waitsFor: (filter, { id }) => filter.id === id,
      isLast: ({ status, startedAt }, filter) => filter.id !== undefined && startedAt === null && ENDS.includes(status),
      gatherMs: TOGETHER_MS,
      newestOnly: true,
    },
    pubsub,
    log,
  );

/** Announces to every process that a campaign has changed. */
export const announceCampaign = (scope: Scope, id: string): Promise<void> =>
  scope.publish({ topic: 'campaign.progressed', teamId: scope.team.id, id });
