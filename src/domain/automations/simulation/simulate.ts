import { Semaphore } from '../../../async/semaphore.ts';
import type { Links } from '../../../crypto/links.ts';
import { run, sql } from '../../../database/connect.ts';
import { dryRun } from '../../../database/dry-run.ts';
import { type Issue, ValidationError } from '../../../errors.ts';
import { createScope, type Scope } from '../../../scope.ts';
import { isAbsent } from '../../../validation/blank.ts';
import { validate } from '../../../validation/validate.ts';
import { withoutErasing } from '../../erasure-lock.ts';
import { refuse } from '../automation-input.ts';
import { type Automation, insertDraft, readAutomation } from '../automations.ts';
import type { Definition } from '../definition/definition.ts';
import { compileProgram } from '../definition/program.ts';
import { readDefinition } from '../definition/read-definition.ts';
import { RunIsAdvancing } from '../runs/restart-runs.ts';
import { type Simulation, simulateRun } from './simulate-run.ts';
import { assumedIssues, type SimulationInput, simulationInput } from './simulation-input.ts';
import { isTooLong, LIMIT_MS } from './too-long.ts';

/**
 * Runs a person through an automation with a simulated clock that skips waits, and returns the expected steps. It uses the
 * real code, in a transaction that is rolled back. Throws NotFoundError, ValidationError.
 */
export async function simulateAutomation(scope: Scope, id: unknown, given: unknown, links: Links): Promise<Simulation> {
  const automation = await readAutomation(scope, id);
  const { input, issues } = readGiven(given, automation.definition);
  refuse(issues);
  return simulated(scope, async (scope) => simulateRun(scope, automation, input, links));
}

/** Like `simulateAutomation`, for an unsaved definition. */
export function simulateDefinition(scope: Scope, given: unknown, links: Links): Promise<Simulation> {
  return simulated(scope, async (scope) => {
    const { listId: list, trigger, entry, exits, steps, sendWindow } = (given ?? {}) as Record<string, unknown>;
    const listId = isAbsent(list) ? null : (list as string);
    const read = await readDefinition(scope, { listId, trigger, entry, exits, steps, sendWindow });
    const { input, issues } = readGiven(given, 'definition' in read ? read.definition : undefined);
    refuse([...('issues' in read ? read.issues : []), ...issues]);
    const { definition } = read as { definition: Definition };
    const automation = await insertDraft(scope, { name: 'Simulation', listId, definition });
    return simulateRun(scope, automation, input, links);
  });
}

function readGiven(
  given: unknown,
  definition: Automation['definition'] | undefined,
): { input: SimulationInput; issues: Issue[] } {
  const read = validate(simulationInput, given);
  if ('issues' in read) return { input: {}, issues: read.issues };
  const input = read.value;
  return { input, issues: definition && input.assume ? assumedIssues(input.assume, compileProgram(definition)) : [] };
}

/** A simulation and real work must not block each other on locks for long. */
const LOCK_MS = 1_000;
const TOO_LONG = 'take too long to simulate. Nothing was changed. Try again with fewer assumptions.';

/** Each holds a connection. */
const atOnce = new Semaphore(() => 2);

async function simulated(scope: Scope, work: (scope: Scope) => Promise<Simulation>): Promise<Simulation> {
  await atOnce.acquire();
  try {
    return await dryRun(
      scope.db,
      async (db) => {
        await run(
          db,
          sql`select set_config('statement_timeout', ${String(LIMIT_MS)}, true), set_config('lock_timeout', ${String(LOCK_MS)}, true)`,
        );
        const within = createScope(db, scope.team, scope.actor);
        await withoutErasing(within);
        return work(within);
      },
      2 * LIMIT_MS,
    );
  } catch (error) {
    if (isTooLong(error) || error instanceof RunIsAdvancing)
      throw new ValidationError([{ path: ['steps'], problem: TOO_LONG }]);
    throw error;
  } finally {
    atOnce.release();
  }
}
