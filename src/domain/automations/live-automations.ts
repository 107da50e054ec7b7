import type { Database } from '../../database/connect.ts';
import { LiveQuery } from '../../live/live-query.ts';
import type { Notice, PubSub } from '../../live/pubsub.ts';
import type { Log } from '../../log.ts';
import type { Scope } from '../../scope.ts';
import { createScope, WORKER } from '../../scope.ts';
import { type Automation, readAutomations } from './automations.ts';

type LiveAutomations = LiveQuery<Extract<Notice, { topic: 'automation.progressed' }>, Automation, { id?: string }>;

/** Workers announce each set of runs that they advance, up to many times a second. */
const TOGETHER_MS = 250;

/** The progress stream of automations. It ends when the automation is deleted. */
export const createLiveAutomations = (db: Database, pubsub: PubSub, log: Log): LiveAutomations =>
  new LiveQuery(
    {
      topic: 'automation.progressed',
      load: (teamId, ids) => readAutomations(createScope(db, { id: teamId }, WORKER), ids),
      gatherMs: TOGETHER_MS,
      newestOnly: true,
      fits: (filter: { id?: string }, { id }) => filter.id === undefined || filter.id === id,
      waitsFor: (filter, { id }) => filter.id === id,
    },
    pubsub,
    log,
  );

/** Announces to every process that an automation or its runs have changed. */
export const announceAutomation = (scope: Scope, id: string): Promise<void> =>
  scope.publish({ topic: 'automation.progressed', teamId: scope.team.id, id });
