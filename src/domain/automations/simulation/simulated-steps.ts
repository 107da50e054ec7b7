import type { Links } from '../../../crypto/links.ts';
import { outcomesOf } from '../steps/outcomes.ts';
import type { RunAtStep, StepContext, StepOutcome, TakeStep } from '../steps/step-kind.ts';
import { STEPS, type Steps } from '../steps/steps.ts';
import { bySimulatedTime, type SimulatedClock } from './simulated-clock.ts';
import { type Subject, subjectOf } from './simulated-subject.ts';
import type { Assumed } from './simulation-input.ts';

/** Additions of a simulation to the steps. */
export interface Surroundings {
  assumed: Assumed;
  clock: SimulatedClock;
  links: Links;
  /** Collects the subjects of e-mails, by step. */
  subjects: Map<string, Subject>;
}

/** The usual steps, except that branches follow the assumptions and subjects are collected. */
export function simulatedSteps(surroundings: Surroundings): Steps {
  const { assumed, links, subjects } = surroundings;
  return {
    ...STEPS,
    condition: (context, step, runs) => {
      const holds = own(assumed.conditions, step.id);
      return holds === undefined ? STEPS.condition(context, step, runs) : into(holds ? 'then' : 'else', runs);
    },
    split: (context, step, runs) => {
      const branch = own(assumed.splits, step.id);
      return branch === undefined ? STEPS.split(context, step, runs) : into(branch, runs);
    },
    send: async (context, step, runs) => {
      const outcomes = await STEPS.send(context, step, runs);
      for (const run of runs) {
        if (outcomes.get(run.id)?.outcome === 'done') {
          subjects.set(step.id, await subjectOf(context, run, step.id, links));
        }
      }
      return outcomes;
    },
    subscribe: timed(STEPS.subscribe, surroundings),
    unsubscribe: timed(STEPS.unsubscribe, surroundings),
  };
}

const own = <Value>(values: Record<string, Value> | null | undefined, key: string): Value | undefined =>
  values && Object.hasOwn(values, key) ? values[key] : undefined;

const into = async (branch: string, runs: readonly RunAtStep[]): Promise<ReadonlyMap<string, StepOutcome>> =>
  outcomesOf(runs, () => ({ outcome: 'done', branch }));

const timed =
  <Step>(
    take: (context: StepContext, step: Step, runs: readonly RunAtStep[]) => ReturnType<TakeStep<'subscribe'>>,
    { clock }: Surroundings,
  ) =>
  (context: StepContext, step: Step, runs: readonly RunAtStep[]) => {
    const persons = runs.map(({ person }) => person);
    return bySimulatedTime(context.scope, clock, persons, () => take(context, step, runs));
  };
