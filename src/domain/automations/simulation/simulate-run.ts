import type { Links } from '../../../crypto/links.ts';
import type { Scope } from '../../../scope.ts';
import { readDuration } from '../../../validation/duration.ts';
import type { Automation } from '../automations.ts';
import { compileProgram } from '../definition/program.ts';
import { eventsAwaited } from '../listeners.ts';
import { lockRuns, readClaimed } from '../runs/claim-runs.ts';
import type { ExitReason, SimulationEnd, SimulationRefusal } from '../runs/exit-reasons.ts';
import { followProgram } from '../runs/follow-program.ts';
import { lockForSteps } from '../runs/lock-for-steps.ts';
import type { AdvancedRun, Progress } from '../runs/progress.ts';
import { saveAdvanced } from '../runs/save-progress.ts';
import { stepContext } from '../runs/step-context.ts';
import { byClock, type SimulatedClock } from './simulated-clock.ts';
import { recordSimulated, type SimulatedEvent } from './simulated-events.ts';
import { simulatedPerson } from './simulated-person.ts';
import { simulatedSteps } from './simulated-steps.ts';
import type { Subject } from './simulated-subject.ts';
import type { Assumed, SimulationInput } from './simulation-input.ts';
import { restartSimulated, startSimulated } from './start-simulated.ts';
import { isTooLong, LIMIT_MS, TooLong } from './too-long.ts';

/** A step that would be taken, in order of time. */
export interface SimulatedStep {
  step: string;
  type: string;
  at: Date;
  outcome: string;
  branch: string | null;
  /** An e-mail's subject as the person would read it. */
  subject: string | null;
  reason: string | null;
}

export interface Simulation {
  endedAs: SimulationEnd;
  endedAt: Date;
  /** Why it failed or was not entered. */
  reason: string | null;
  /** Why it was not entered. */
  refusal?: SimulationRefusal;
  steps: SimulatedStep[];
}

const MOST_ROUNDS = 5_000;
/** RFC 3339 cannot express later moments. */
const LATEST = new Date('9999-12-31T23:59:59.999Z');

/** Takes a person through an automation, in the caller's transaction, which is rolled back. */
export async function simulateRun(
  real: Scope,
  automation: Automation,
  input: SimulationInput,
  links: Links,
): Promise<Simulation> {
  const deadline = performance.now() + LIMIT_MS;
  const { definition, id, name, listId, version } = automation;
  const program = compileProgram(definition);
  const clock: SimulatedClock = { now: input.startAt ?? real.now() };
  const scope = byClock(real, clock);
  const person = await simulatedPerson(scope, listId, input.email);
  const started = await startSimulated(scope, automation, person, input.event);
  if ('refusal' in started)
    return { ...started, endedAs: 'not_entered', endedAt: clock.now, reason: started.refusal, steps: [] };
  let { runId } = started;

  const assumed = input.assume ?? {};
  const subjects = new Map<string, Subject>();
  const handlers = simulatedSteps({ assumed, clock, links, subjects });
  const coming = eventsOf(assumed.events ?? [], clock.now);
  const awaited = awaitedBy(automation);
  const steps: SimulatedStep[] = [];
  /** The run's current step. */
  let here: string | null = null;

  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (performance.now() > deadline || clock.now > LATEST) throw new TooLong();
    while (coming[0] && coming[0].at <= clock.now) await happen(coming.shift()!);
    const locked = await lockRuns(scope, version, [runId], { whenever: true });
    if (locked.length === 0) return { ...(await failedAtOnce(scope, runId)), endedAt: clock.now, steps };
    await lockForSteps(scope, program, locked);
    const { runs } = await readClaimed(scope, listId, locked);
    const context = stepContext(scope, { id, name, listId, version }, clock.now, runs);
    const progress = await followProgram(context, program, runs, timeIsUp, handlers);
    await saveAdvanced(scope, clock.now, progress);
    steps.push(...shown(progress, clock.now, subjects));
    const advanced = progress.advanced[0] as AdvancedRun;
    if (advanced.state !== 'active') {
      const endedAs = advanced.state === 'exited' ? (advanced.exitReason as ExitReason) : advanced.state;
      return { endedAs, endedAt: clock.now, reason: advanced.lastError, steps };
    }
    here = advanced.step;
    // A person who unsubscribes is checked again at once.
    const hasLeft = advanced.waitUntil !== null && progress.taken.some(({ type }) => type === 'unsubscribe');
    if (!hasLeft) clock.now = await nextLook(advanced);
  }
  throw new TooLong();

  /** The time at which the run is due, or at which an awaited event comes earlier. */
  async function nextLook({ dueAt, waitUntil }: AdvancedRun): Promise<Date> {
    while (coming[0] && coming[0].at < dueAt) {
      const event = coming.shift()!;
      clock.now = event.at;
      const isRestarted = await happen(event);
      if (isRestarted || (waitUntil !== null && awaited.has(event.name))) return event.at;
    }
    return dueAt > clock.now ? dueAt : clock.now;
  }

  /** Records an assumed event. Returns whether it restarts the run. */
  async function happen(event: SimulatedEvent): Promise<boolean> {
    const next = await restartSimulated(scope, automation, person, event, await recordSimulated(scope, person, event));
    if (next === undefined) return false;
    const step = here === null ? undefined : program.instructions.get(here)?.step;
    if (step) steps.push({ step: step.id, type: step.type, at: clock.now, outcome: 'restarted', ...NOTHING_MORE });
    [runId, here] = [next, null];
    return true;
  }
}

const NOTHING_MORE = { branch: null, subject: null, reason: null };

/** The result for a run that failed on entry. */
async function failedAtOnce({ db, team }: Scope, id: string): Promise<Pick<Simulation, 'endedAs' | 'reason'>> {
  const where = { teamId_id: { teamId: team.id, id } };
  const { state, lastError } = await db.automationRun.findUniqueOrThrow({ where });
  return { endedAs: state as SimulationEnd, reason: lastError };
}

const eventsOf = (events: NonNullable<Assumed['events']>, start: Date) =>
  events
    .map(({ after, ...event }) => ({ ...event, at: new Date(start.getTime() + readDuration(after)! * 1_000) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime());

/** The events that wake a run before it is due. */
const awaitedBy = ({ definition }: Automation): Set<string> =>
  new Set([...eventsAwaited(definition), ...(definition.trigger.type === 'event' ? [definition.trigger.name] : [])]);

const timeIsUp = (error: unknown): void => {
  if (isTooLong(error)) throw error;
};

const shown = ({ taken }: Progress, at: Date, subjects: ReadonlyMap<string, Subject>): SimulatedStep[] =>
  taken.map(({ step, type, outcome, branch, reason }) => {
    const about = type === 'send' ? subjects.get(step) : undefined;
    return {
      step,
      type,
      at,
      outcome,
      branch,
      subject: about?.subject ?? null,
      reason: about?.reason ?? reason,
    };
  });
