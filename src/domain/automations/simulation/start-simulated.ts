import type { Scope } from '../../../scope.ts';
import type { Automation } from '../automations.ts';
import { candidatesOf } from '../runs/candidates.ts';
import { entryRefusal } from '../runs/entry-refusal.ts';
import type { SimulationRefusal } from '../runs/exit-reasons.ts';
import type { Signal } from '../runs/process-signals.ts';
import { type Candidate, startRuns } from '../runs/start-runs.ts';
import { recordSimulated, type SimulatedEvent } from './simulated-events.ts';
import type { SimulationInput } from './simulation-input.ts';

/**
 * Starts a person's run as the real trigger would, in the caller's transaction. Returns its id, or why it does not begin:
 * the event does not match the `trigger`, or an entry rule refuses the person.
 */
export async function startSimulated(
  scope: Scope,
  automation: Automation,
  person: string,
  given: SimulationInput['event'],
): Promise<{ runId: string } | { refusal: SimulationRefusal }> {
  const candidate = await candidateOf(scope, automation, person, given);
  if (!candidate) return { refusal: 'trigger' };
  const { entry } = automation.definition;
  const started = await startRuns(scope, { ...automation, entry }, [candidate], { counted: false });
  const runId = started.get(0);
  return runId === undefined ? { refusal: await entryRefusal(scope, automation, person, candidate.at) } : { runId };
}

/** Restarts the run with a recorded event, if the automation restarts. Returns the id of the new run. */
export async function restartSimulated(
  scope: Scope,
  { definition, ...automation }: Automation,
  person: string,
  event: SimulatedEvent,
  eventId: string,
): Promise<string | undefined> {
  const { trigger, entry } = definition;
  if (entry.again !== 'restart' || trigger.type !== 'event' || trigger.name !== event.name) return undefined;
  const signal = signalOf(scope, person, event.name, eventId);
  const candidates = await candidatesOf(scope, { ...automation, entry, trigger, listens: [] }, [signal]);
  const started = await startRuns(scope, { ...automation, entry }, candidates, { counted: false });
  return started.get(0);
}

const signalOf = (scope: Scope, person: string, ref: string, eventId: string): Signal => ({
  id: '0',
  person,
  kind: 'event',
  ref,
  detail: null,
  eventId,
  imported: false,
  at: scope.now(),
});

/** Without a given event, one with the trigger's name and no properties. */
async function candidateOf(
  scope: Scope,
  { definition, ...automation }: Automation,
  person: string,
  given: SimulationInput['event'],
): Promise<Candidate | undefined> {
  const { trigger, entry } = definition;
  const at = scope.now();
  const none = { person, event: null, eventId: null, at };
  if (trigger.type !== 'event') {
    const { name = 'api', properties, value = null, currency = null, occurred_at } = given ?? {};
    const besides = { value, currency, occurred_at: (occurred_at ?? at).toISOString() };
    return { ...none, event: given ? { name: name ?? 'api', properties: properties ?? {}, ...besides } : null };
  }
  const { occurred_at: occurredAt, ...event } = given ?? {};
  const name = event.name ?? trigger.name;
  const eventId = await recordSimulated(scope, person, { ...event, name, occurredAt });
  const { where, ...always } = trigger;
  const listening = { ...automation, entry, trigger: given ? trigger : always, listens: [] };
  const [candidate] = await candidatesOf(scope, listening, [signalOf(scope, person, name, eventId)]);
  return candidate;
}
