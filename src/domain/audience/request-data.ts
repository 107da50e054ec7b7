import { run, sql } from '../../database/connect.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { lockSubscriber } from './lock-subscriber.ts';

/** Limits requests by people who only have a forwarded e-mail. */
const PAUSE_MINUTES = 10;

/** How long the link of the message works. */
export const DATA_LINK_HOURS = 24;

/**
 * Sends a person the link to get or erase their data, to their own mailbox: at most one in ten minutes. Throws
 * NotFoundError.
 */
export const requestData = (scope: Scope, subscriberId: string): Promise<void> =>
  transaction(scope, async (scope) => {
    await lockSubscriber(scope, subscriberId);
    const queued = await run(
      scope.db,
      sql`insert into messages (team_id, id, kind, subscriber_id)
          select ${scope.team.id}::int, ${newId()}::uuid, 'data_request', ${subscriberId}::uuid
          where not exists (
            select from messages m
            where m.team_id = ${scope.team.id}::int and m.subscriber_id = ${subscriberId}::uuid and m.kind = 'data_request'
              and m.created_at > now() - make_interval(mins => ${PAUSE_MINUTES}::int))
          returning id::text`,
    );
    if (queued.length > 0) await scope.publish({ topic: 'mail.queued', teamId: scope.team.id, bulk: false });
  });
