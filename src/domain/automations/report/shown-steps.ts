import type { Scope } from '../../../scope.ts';
import type { Definition, StepType } from '../definition/definition.ts';
import { compileProgram } from '../definition/program.ts';

/** A step that a report shows. */
export interface ShownStep {
  step: string;
  type: StepType;
}

/**
 * The steps of an automation's current version in order, then older steps among `named`, the steps that have counts. One
 * statement, and a second one if there are older steps.
 */
export async function readShownSteps(
  scope: Scope,
  { id, version }: { id: string; version: number },
  named: ReadonlySet<string>,
): Promise<ShownStep[]> {
  const shown = new Map<string, ShownStep>();
  for (const step of await readSteps(scope, id, { equals: version })) shown.set(step.step, step);
  if ([...named].every((step) => shown.has(step))) return [...shown.values()];
  for (const step of await readSteps(scope, id, { not: version })) {
    if (named.has(step.step) && !shown.has(step.step)) shown.set(step.step, step);
  }
  return [...shown.values()];
}

/** The steps of these versions, the newest version first. */
async function readSteps({ db, team }: Scope, id: string, version: { equals: number } | { not: number }) {
  const versions = await db.automationVersion.findMany({
    where: { teamId: team.id, automationId: id, version },
    orderBy: { version: 'desc' },
  });
  return versions.flatMap(({ definition }) => {
    const { instructions } = compileProgram(definition as unknown as Definition);
    return [...instructions.values()].map(({ step }): ShownStep => ({ step: step.id, type: step.type }));
  });
}
