import type { Scope } from '../../../scope.ts';
import type { StepOf, StepType } from '../definition/definition.ts';
import type { ExitReason } from '../runs/exit-reasons.ts';

/** The event that started a run, as e-mails and conditions see it. */
export interface TriggerEvent {
  name: string;
  properties: Record<string, unknown>;
  value: number | null;
  currency: string | null;
  occurred_at: string;
}

/** A run that is at a step. */
export interface RunAtStep {
  id: string;
  /** The key of the person, who is not erased. */
  person: string;
  event: TriggerEvent | null;
  eventId: string | null;
  startedAt: Date;
  /** When it reached the step. */
  enteredAt: Date;
  /** Until when it waits here. Null: it has just arrived. */
  waitUntil: Date | null;
}

/** The subscription that a run acts on: to the automation's list, or else the person's newest. */
export interface Subscription {
  id: string;
  listId: string;
  status: string;
}

/** The automation whose runs take a step, in one version. */
export interface StepContext {
  /** The scope of the transaction that advances the runs. */
  scope: Scope;
  automation: { id: string; name: string; listId: string | null; version: number };
  /** The current time, or the simulated one. The only source of time for steps. */
  now: Date;
  /** By run id; absent if the person has none. Cached until a step subscribes or unsubscribes people. */
  subscriptionsOf(runs: readonly RunAtStep[]): Promise<ReadonlyMap<string, Subscription>>;
  /** Steps that change subscriptions call this. */
  forgetSubscriptions(): void;
}

/** The outcome of a step for a run. */
export type StepOutcome =
  /** The run continues, into the branch or at the next step. */
  | { outcome: 'done'; branch?: string; reason?: string }
  | { outcome: 'skipped'; reason: string }
  /** The run stays until then. `lookAt`: check it earlier. */
  | { outcome: 'wait'; until: Date; lookAt?: Date }
  /** The run ends here. */
  | { outcome: 'exit'; exitReason: ExitReason; reason?: string }
  /** The step is retried for an hour, then fails. */
  | { outcome: 'cannot'; reason: string };

/**
 * Takes a step for a set of runs, in a fixed number of statements, in the caller's transaction. Returns the outcome by run
 * id. An error counts as `cannot` for the whole set.
 */
export type TakeStep<Type extends StepType> = (
  context: StepContext,
  step: StepOf<Type>,
  runs: readonly RunAtStep[],
) => Promise<ReadonlyMap<string, StepOutcome>>;
