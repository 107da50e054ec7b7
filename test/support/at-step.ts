import type {
  Definition,
  Exit,
  Step,
  StepOf,
  StepType,
  Trigger,
} from '../../src/domain/automations/definition/definition.ts';
import type {
  RunAtStep,
  StepContext,
  StepOutcome,
  Subscription,
  TakeStep,
  TriggerEvent,
} from '../../src/domain/automations/steps/step-kind.ts';
import { newId, personKey } from '../../src/ids.ts';
import { createScope, transaction, WORKER } from '../../src/scope.ts';
import type { TestApp } from './app.ts';

// Runs of an automation at a step, and the step executed as the engine does: in one transaction.

export interface AutomationAtStep {
  id: string;
  name: string;
  listId: string | null;
  version: number;
  steps: Step[];
}

interface Put {
  name?: string;
  listId?: string | null;
  steps: Step[];
  trigger?: Trigger;
  exits?: Exit[];
}

/** Inserts an active automation with these steps. */
export async function insertAutomation(
  api: TestApp,
  { name = 'Abandoned cart', listId = null, steps, ...rest }: Put,
): Promise<AutomationAtStep> {
  const { teamId } = api;
  const id = newId();
  await api.db.automation.create({ data: { teamId, id, name, listId, status: 'active' } });
  await replaceVersion(api, id, 1, steps, rest);
  return { id, name, listId, version: 1, steps };
}

/** Replaces its version. */
export async function replaceVersion(
  { db, teamId }: TestApp,
  automationId: string,
  version: number,
  steps: Step[],
  { trigger = { type: 'api' }, exits = [] }: Pick<Put, 'trigger' | 'exits'> = {},
): Promise<void> {
  const definition: Definition = { trigger, entry: { again: 'always' }, exits, steps };
  await db.automationVersion.create({ data: { teamId, automationId, version, definition: definition as never } });
  await db.automation.update({ where: { teamId_id: { teamId, id: automationId } }, data: { version } });
}

/** No worker advances such a run. */
const LATER = new Date('9999-01-01');

/** Starts runs for people with an event. `due`: so that workers advance them. */
export async function startRuns(
  api: TestApp,
  automation: AutomationAtStep,
  emails: readonly string[],
  event: Partial<TriggerEvent> | null = {},
  { due = false } = {},
): Promise<RunAtStep[]> {
  const now = new Date();
  const started: TriggerEvent | null = event && {
    ...{ name: 'cart.abandoned', properties: {}, value: null, currency: null, occurred_at: now.toISOString() },
    ...event,
  };
  const runs = emails.map(
    (email): RunAtStep => ({
      ...{ id: newId(), person: personKey(api.teamId, email), event: started, eventId: null },
      ...{ startedAt: now, enteredAt: now, waitUntil: null },
    }),
  );
  await api.db.person.createMany({
    data: emails.map((email) => ({ teamId: api.teamId, key: personKey(api.teamId, email), email })),
    skipDuplicates: true,
  });
  await api.db.automationRun.createMany({
    data: runs.map(({ id, person }) => ({
      ...{ teamId: api.teamId, id, automationId: automation.id, version: automation.version, personKey: person },
      ...{ event: (started ?? undefined) as never, again: 'always', startedAt: now, ...(!due && { dueAt: LATER }) },
    })),
  });
  return runs;
}

/** Executes a step for runs, once. `fails`: the transaction is rolled back at its end, as if the process were killed. */
export async function executeStep<Type extends StepType>(
  api: TestApp,
  take: TakeStep<Type>,
  automation: AutomationAtStep,
  runs: readonly RunAtStep[],
  { fails = false, step = automation.steps[0] as StepOf<Type> } = {},
): Promise<StepOutcome[]> {
  const scope = createScope(api.installation.connection.db, { id: api.teamId }, WORKER);
  let outcomes: ReadonlyMap<string, StepOutcome> = new Map();
  const work = transaction(scope, async (scope) => {
    const context: StepContext = {
      ...{ scope, automation, now: scope.now(), forgetSubscriptions: () => {} },
      subscriptionsOf: (runs) => subscriptionsOf(api, automation, runs),
    };
    outcomes = await take(context, step, runs);
    if (fails) throw new Killed();
  });
  await work.catch((error) => {
    if (!(error instanceof Killed)) throw error;
  });
  return runs.map(({ id }) => outcomes.get(id)!);
}

class Killed extends Error {}

async function subscriptionsOf(
  { db, teamId }: TestApp,
  { listId }: AutomationAtStep,
  runs: readonly RunAtStep[],
): Promise<Map<string, Subscription>> {
  const rows = await db.subscriber.findMany({
    where: { teamId, personKey: { in: runs.map(({ person }) => person) }, ...(listId && { listId }) },
    orderBy: { id: 'asc' },
  });
  const newest = new Map(rows.map((row) => [row.personKey, row]));
  return new Map(
    runs.flatMap((run) => {
      const row = newest.get(run.person);
      return row ? [[run.id, { id: row.id, listId: row.listId, status: row.status }] as const] : [];
    }),
  );
}
