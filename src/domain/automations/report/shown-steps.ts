import type { Scope } from '../../../scope.ts';
import type { Definition, StepType } from '../definition/definition.ts';
import { compileProgram } from '../definition/program.ts';

/** A step that a report shows. */
export interface ShownStep {
  step: string;
  type: StepType;
}

/** An automation with its current version, and the steps that have counts. */
export interface Reported {
  id: string;
  version: number;
  named: ReadonlySet<string>;
}

/**
 * The steps of each automation's current version in order, then older steps among its `named`. One statement for all
 * automations, and a second one if any has older steps.
 */
export async function readShownSteps(scope: Scope, automations: readonly Reported[]): Promise<ShownStep[][]> {
  const current = await readSteps(scope, automations, ({ version }) => ({ equals: version }));
  const all = automations.map(({ id }) => new Map((current.get(id) ?? []).map((step) => [step.step, step])));
  const isOlder = (index: number) => [...automations[index]!.named].some((step) => !all[index]!.has(step));
  const incomplete = automations.filter((_, index) => isOlder(index));
  const older = await readSteps(scope, incomplete, ({ version }) => ({ not: version }));
  for (const [index, { id, named }] of automations.entries()) {
    const shown = all[index]!;
    for (const step of older.get(id) ?? [])
      if (named.has(step.step) && !shown.has(step.step)) shown.set(step.step, step);
  }
  return all.map((shown) => [...shown.values()]);
}

/** The steps of these versions by automation, the newest version first. */
async function readSteps(
  { db, team }: Scope,
  automations: readonly Reported[],
  versionsOf: (automation: Reported) => { equals: number } | { not: number },
): Promise<Map<string, ShownStep[]>> {
  if (automations.length === 0) return new Map();
  const versions = await db.automationVersion.findMany({
    where: { teamId: team.id, OR: automations.map((one) => ({ automationId: one.id, version: versionsOf(one) })) },
    orderBy: { version: 'desc' },
  });
  const steps = new Map<string, ShownStep[]>();
  for (const { automationId, definition } of versions) {
    const { instructions } = compileProgram(definition as unknown as Definition);
    const own = [...instructions.values()].map(({ step }): ShownStep => ({ step: step.id, type: step.type }));
    steps.set(automationId, [...(steps.get(automationId) ?? []), ...own]);
  }
  return steps;
}
