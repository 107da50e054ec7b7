import { run, sql } from '../../../database/connect.ts';
import { ConflictError, ValidationError } from '../../../errors.ts';
import { personKey } from '../../../ids.ts';
import { type Scope, transaction } from '../../../scope.ts';
import { emailAddress } from '../../../validation/email.ts';
import { jsonObject } from '../../../validation/json.ts';
import { optionalText, record, text } from '../../../validation/text.ts';
import { parse } from '../../../validation/validate.ts';
import { lockPeople } from '../../audience/lock-people.ts';
import { withoutErasing } from '../../erasure-lock.ts';
import { refuseErased } from '../../privacy/erased.ts';
import { readAutomation } from '../automations.ts';
import { compileProgram } from '../definition/program.ts';
import { entryRefusal } from './entry-refusal.ts';
import type { EntryRefusal } from './exit-reasons.ts';
import { RunIsAdvancing } from './restart-runs.ts';
import { startRuns } from './start-runs.ts';

export const enterInput = record({
  email: emailAddress(),
  properties: jsonObject().nullish(),
  atStep: optionalText(text(64)),
});

/** The new run, or why the person cannot enter: an entry rule (`again`, `not_within`, `if`) or `too_often`. */
export type Entered = { runId: string; reason?: never } | { reason: EntryRefusal; runId?: never };

/**
 * Starts an active automation for a person, ignoring its trigger, at its first step or another one. Throws NotFoundError,
 * ValidationError, and ConflictError if it is not active.
 */
export async function enterByHand(scope: Scope, id: unknown, given: unknown): Promise<Entered> {
  for (;;) {
    try {
      return await enterOnce(scope, id, given);
    } catch (error) {
      if (!(error instanceof RunIsAdvancing)) throw error;
    }
  }
}

function enterOnce(scope: Scope, id: unknown, given: unknown): Promise<Entered> {
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    const automation = await readAutomation(scope, id);
    const { email, properties, atStep } = parse(enterInput, given);
    const { definition, status } = automation;
    if (status !== 'active')
      throw new ConflictError('NOT_ACTIVE', `The automation is ${status}. People can only enter an active automation.`);
    if (atStep != null && !compileProgram(definition).instructions.has(atStep)) {
      throw new ValidationError([{ path: ['atStep'], problem: 'must be a step of the automation.' }]);
    }
    await refuseErased(scope, [{ path: ['email'], email }]);
    const person = personKey(scope.team.id, email);
    // Runs before people: workers that advance runs lock them in this order.
    if (definition.entry.again === 'restart') await holdRuns(scope, automation.id, person);
    await lockPeople(scope, [email]);
    const at = scope.now();
    const event = {
      name: 'api',
      properties: properties ?? {},
      value: null,
      currency: null,
      occurred_at: at.toISOString(),
    };
    const candidate = { person, event, eventId: null, at, ...(atStep != null && { step: atStep }) };
    const started = await startRuns(scope, { ...automation, entry: definition.entry }, [candidate]);
    const runId = started.get(0);
    if (runId === undefined) return { reason: await entryRefusal(scope, automation, person, at) };
    await scope.publish({ topic: 'automation.progressed', teamId: scope.team.id, id: automation.id });
    return { runId };
  });
}

/** Locks a person's active runs of an automation, in order, waiting for any worker that is advancing one. */
const holdRuns = ({ db, team }: Scope, automationId: string, person: string): Promise<unknown> =>
  run(
    db,
    sql`select id::text from automation_runs
        where team_id = ${team.id}::int and person_key = ${person}::uuid and automation_id = ${automationId}::uuid
          and state = 'active' order by id for no key update`,
  );
