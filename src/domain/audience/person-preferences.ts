import { run, sql } from '../../database/connect.ts';
import { type Issue, ValidationError } from '../../errors.ts';
import { personKey } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { emailAddress } from '../../validation/email.ts';
import { record, yesOrNo } from '../../validation/text.ts';
import { dateTime } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { found } from '../found.ts';
import { frequencyRule } from '../platform/guard-rails.ts';
import { refuseErased } from '../privacy/erased.ts';
import { lockPeople } from './lock-people.ts';

/** A person's preferences, across all lists. */
export interface PersonPreferences {
  /** The person's key. */
  id: string;
  email: string;
  /** Whether opens and clicks are counted. */
  tracked: boolean;
  /** Only transactional mail is sent until then. Null: no pause, or it is over. */
  pausedUntil: Date | null;
  /** The person's own frequency cap for campaign messages. Null: the team's applies. */
  frequency: { messages: number; days: number } | null;
}

export const preferencesInput = record({
  email: emailAddress(),
  tracked: yesOrNo().nullish(),
  pausedUntil: dateTime().nullish(),
  frequency: frequencyRule.nullish(),
});

const LONGEST_PAUSE_DAYS = 366;
const DAY_MS = 86_400_000;

/**
 * Sets preferences that a person could set on their page: `tracked` (null: true), `pausedUntil` (a future time, at most a
 * year ahead; null ends the pause) and `frequency` (null: the team's). Throws ValidationError, including if the person was
 * erased.
 */
export function setPersonPreferences(scope: Scope, given: unknown): Promise<PersonPreferences> {
  const { email, tracked, pausedUntil, frequency } = parse(preferencesInput, given);
  const issues = pausedUntil ? outOfReach(pausedUntil, scope.now()) : [];
  if (issues.length > 0) throw new ValidationError(issues);
  const key = personKey(scope.team.id, email);
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    await refuseErased(scope, [{ path: ['email'], email }]);
    await lockPeople(scope, [email]);
    const isGiven = (value: unknown) => sql`${value !== undefined}::boolean`;
    const [row] = await run<Omit<PersonPreferences, 'frequency'> & { messages: number | null; days: number | null }>(
      scope.db,
      sql`update people set
            tracked = case when ${isGiven(tracked)} then ${tracked ?? true}::boolean else tracked end,
            paused_until = case when ${isGiven(pausedUntil)} then ${pausedUntil ?? null}::timestamptz else paused_until end,
            frequency_messages = case when ${isGiven(frequency)} then ${frequency?.messages ?? null}::int else frequency_messages end,
            frequency_days = case when ${isGiven(frequency)} then ${frequency?.days ?? null}::int else frequency_days end
          where team_id = ${scope.team.id}::int and key = ${key}::uuid
          returning key::text as id, email, tracked, paused_until as "pausedUntil", frequency_messages as messages,
                    frequency_days as days`,
    );
    const { messages, days, pausedUntil: until, ...rest } = found(row);
    return {
      ...rest,
      pausedUntil: until && until > scope.now() ? until : null,
      frequency: messages === null || days === null ? null : { messages, days },
    };
  });
}

/** An endless pause would silence a person without their knowledge. */
function outOfReach(until: Date, now: Date): Issue[] {
  const path = ['pausedUntil'];
  if (until <= now) return [{ path, problem: 'must be in the future. Send null to end the pause.' }];
  if (until.getTime() <= now.getTime() + LONGEST_PAUSE_DAYS * DAY_MS) return [];
  return [{ path, problem: `must be at most ${LONGEST_PAUSE_DAYS} days in the future.` }];
}

export interface PersonTracking {
  /** The person's key. */
  id: string;
  email: string;
  tracked: boolean;
}

export const trackingInput = record({ email: emailAddress(), tracked: yesOrNo() });

/** Sets whether opens and clicks of a person are counted from now on. Throws ValidationError. */
export async function setPersonTracking(scope: Scope, input: unknown): Promise<PersonTracking> {
  const { email, tracked } = parse(trackingInput, input);
  const id = personKey(scope.team.id, email);
  await run(
    scope.db,
    sql`insert into people (team_id, key, email, tracked)
        values (${scope.team.id}, ${id}::uuid, ${email}, ${tracked})
        on conflict (team_id, key) do update set tracked = excluded.tracked`,
  );
  return { id, email, tracked };
}
