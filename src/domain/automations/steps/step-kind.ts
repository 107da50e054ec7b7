import type { Scope } from '../../../scope.ts';
import type { StepOf, StepType } from '../definition/definition.ts';

/** What started a run, as e-mails and conditions see it. */
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
  /** When it came to the step. */
  enteredAt: Date;
  /** Until when it waits here. Null: it has just come. */
  waitUntil: Date | null;
}

/** The subscription that a run acts on: that of the automation's list, else the newest one of the person. */
export interface Subscription {
  id: string;
  listId: string;
  status: string;
}

/** The automation whose runs take a step, in a version of it. */
export interface StepContext {
  /** Of the transaction that moves the runs. */
  scope: Scope;
  automation: { id: string; name: string; listId: string | null; version: number };
  /** The time, which is another one in a simulation. Nothing else is asked for the time. */
  now: Date;
  /** By the id of the run; absent: the person has none. Read once until somebody is subscribed or leaves. */
  subscriptionsOf(runs: readonly RunAtStep[]): Promise<ReadonlyMap<string, Subscription>>;
  /** To be called by who changes subscriptions. */
  forgetSubscriptions(): void;
}

/** What became of the step for a run. */
export type StepOutcome =
  /** It goes on: into the branch, or to the next step. */
  | { outcome: 'done'; branch?: string; reason?: string }
  | { outcome: 'skipped'; reason: string }
  /** It stays until then. `lookAt`: it is asked again earlier. */
  | { outcome: 'wait'; until: Date; lookAt?: Date }
  /** The run ends here. */
  | { outcome: 'exit'; exitReason: string; reason?: string }
  /** It is tried again for an hour, and fails then. */
  | { outcome: 'cannot'; reason: string };

/**
 * Takes a step for a set of runs, in a fixed number of statements, in the caller's transaction. Returns what became of it by
 * the id of the run. What it throws holds for the whole set, as `cannot`.
 */
export type TakeStep<Type extends StepType> = (
  context: StepContext,
  step: StepOf<Type>,
  runs: readonly RunAtStep[],
) => Promise<ReadonlyMap<string, StepOutcome>>;
