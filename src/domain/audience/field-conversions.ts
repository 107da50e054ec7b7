import { type Database, run, sql } from '../../database/connect.ts';
import { LiveQuery } from '../../live/live-query.ts';
import type { Notice, PubSub } from '../../live/pubsub.ts';
import type { Log } from '../../log.ts';
import type { Scope } from '../../scope.ts';

export const CONVERSION_STATUSES = ['processing', 'completed'] as const;

/** The progress of converting a field's values to its type. */
export interface FieldConversion {
  /** The field's id. */
  id: string;
  status: (typeof CONVERSION_STATUSES)[number];
  /** How many subscribers the team has. Null until a count was necessary. */
  total: number | null;
  /** How many of them are done. */
  processed: number;
  /** How many values fitted the type, and how many did not. */
  converted: number;
  unconverted: number;
  startedAt: Date;
  finishedAt: Date | null;
}

/** The last conversion of each of these fields, in no particular order, in one statement. */
export const readConversions = ({ db, team }: Scope, fieldIds: readonly string[]): Promise<FieldConversion[]> =>
  select(db, team.id, fieldIds);

const select = (db: Database, teamId: number, fieldIds: readonly string[]): Promise<FieldConversion[]> =>
  run<FieldConversion>(
    db,
    sql`select field_id::text as id, case when finished_at is null then 'processing' else 'completed' end as status,
               total, processed, converted, unconverted, started_at as "startedAt", finished_at as "finishedAt"
        from field_changes
        where team_id = ${teamId} and type is not null and field_id = any(${[...fieldIds]}::uuid[])`,
  );

type Change = Extract<Notice, { topic: 'field.progressed' }>;

type LiveConversions = LiveQuery<Change, FieldConversion, { id: string }>;

/** The progress stream of conversions. It ends when the values are converted, or when the field is deleted. */
export const createLiveConversions = (db: Database, pubsub: PubSub, log: Log): LiveConversions =>
  new LiveQuery(
    {
      topic: 'field.progressed',
      load: (teamId, ids) => select(db, teamId, ids),
      fits: (filter: { id: string }, { id }) => filter.id === id,
      waitsFor: (filter, { id }) => filter.id === id,
      isLast: ({ status }) => status === 'completed',
      newestOnly: true,
    },
    pubsub,
    log,
  );
