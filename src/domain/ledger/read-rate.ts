import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { whole } from '../../validation/number.ts';
import { record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import type { OUTCOMES } from './message-minutes.ts';

/** The outcomes of messages in one minute. */
export interface SendingMinute extends Record<(typeof OUTCOMES)[number], number> {
  /** When it began. */
  minute: Date;
}

const MAX_MINUTES = 60;

export const rateFilters = record({ minutes: whole(1, MAX_MINUTES).nullish() });

/**
 * The outcomes of the team's messages in each of the last minutes, by default 60, oldest first; the last minute is
 * incomplete. Reads counts, a row for each outcome and process, never messages. Throws ValidationError.
 */
export async function readSendingRate(scope: Scope, asked: unknown): Promise<SendingMinute[]> {
  const { minutes } = parse(rateFilters, asked);
  const sumOf = (outcome: string) => sql`coalesce(sum(m.count) filter (where m.outcome = ${outcome}), 0)::int`;
  return run<SendingMinute>(
    scope.db,
    sql`select every.minute, ${sumOf('sent')} as sent, ${sumOf('failed')} as failed, ${sumOf('deferred')} as deferred,
          ${sumOf('unknown')} as unknown, ${sumOf('withheld')} as withheld
        from generate_series(0, ${(minutes ?? MAX_MINUTES) - 1}::int) as back(number)
        cross join lateral (select date_trunc('minute', now()) - make_interval(mins => back.number) as minute) every
        left join message_minutes m on m.team_id = ${scope.team.id}::int and m.minute = every.minute
        group by every.minute order by every.minute`,
  );
}
