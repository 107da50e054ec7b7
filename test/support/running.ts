import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { changeStatus, makeAutomation } from './automations.ts';
import { runAutomations } from './run-automations.ts';
import { clockOf } from './simulated-clock.ts';

/** A run as in REST, with its steps. */
export interface ShownRun {
  id: string;
  email: string | null;
  version: number;
  state: string;
  exit_reason: string | null;
  step: string | null;
  wait_until: string | null;
  last_error: string | null;
  steps: { step: string; outcome: string; branch: string | null; reason: string | null }[];
}

/** Drafts and activates an automation that people enter manually unless it has another trigger; returns its id. */
export async function activate(api: TestApp, input: object): Promise<string> {
  const id = await makeAutomation(api, { trigger: { type: 'api' }, ...input });
  await changeStatus(api, id, 'activate');
  return id;
}

/** Steps for the tests' automations. */
export const HOUR = { id: 'hour', type: 'wait', for: 'PT1H' };
export const tag = (name: string) => ({ id: name, type: 'add_tags', tags: [name] });

/** The address of a person, by a short name. */
export const addressOf = (name: string) => `${name}@people.test`;

/** Records an event of a person through REST. */
export async function record(api: TestApp, name: string, event: string, more: object = {}): Promise<void> {
  const { status, body } = await api.rest('POST', '/events', { email: addressOf(name), name: event, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
}

/** Adds a person manually and advances the run as far as possible; returns its id. */
export async function enter(api: TestApp, automation: string, name: string, more: object = {}): Promise<string> {
  const { status, body } = await api.rest('POST', `/automations/${automation}/enter`, {
    email: addressOf(name),
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  await runAutomations(api);
  return body.data.id;
}

export const readRun = async (api: TestApp, id: string): Promise<ShownRun> =>
  (await api.rest('GET', `/automation-runs/${id}`)).body.data;

/** The runs of a person in an automation, the first one first, after the workers have finished. */
export async function runsOf(api: TestApp, automation: string, name: string): Promise<ShownRun[]> {
  await runAutomations(api);
  const { body } = await api.rest('GET', `/automations/${automation}/runs?email=${addressOf(name)}&per_page=100`);
  return Promise.all(body.data.toReversed().map(({ id }: { id: string }) => readRun(api, id)));
}

/** The position or end of a run, in words: `at hour`, `completed`, `exited goal`, `failed`. */
export function stateOf({ state, step, exit_reason: reason }: ShownRun): string {
  if (state === 'active') return step === null ? 'active' : `at ${step}`;
  return reason === null ? state : `${state} ${reason}`;
}

/** The same for a run by its id, after the workers have finished. */
export async function readState(api: TestApp, run: string): Promise<string> {
  await runAutomations(api);
  return stateOf(await readRun(api, run));
}

/** The steps of a run, in words: `judge then`, `mail`, `wait skipped no_date`. */
export const pathOf = ({ steps }: ShownRun): string[] =>
  steps.map(({ step, outcome, branch, reason }) =>
    [step, outcome === 'done' ? null : outcome, branch, reason].filter((part) => part !== null).join(' '),
  );

/** Sets the clock, and lets workers process everything due. */
export async function at(api: TestApp, moment: string): Promise<void> {
  await clockOf(api).set(moment);
  await runAutomations(api);
}

/** The figures of an automation that contradict its runs and their steps. */
export async function wrongFigures({ db }: TestApp, automation: string): Promise<unknown[]> {
  return db.$queryRawUnsafe(`
    with counted as (
      select step, what, detail, sum(count)::int as count from automation_counts where automation_id = '${automation}' group by 1, 2, 3
    ), r as (
      select * from automation_runs where automation_id = '${automation}'
    ), t as (
      select s.* from automation_run_steps s join r on r.id = s.run_id
    ), there as (
      select '' as step, 'entered' as what, '' as detail, count(*)::int as count from r
      union all select '', state::text, coalesce(exit_reason, ''), count(*)::int from r where state <> 'active' group by 2, 3
      union all select step, outcome::text, '', count(*)::int from t group by 1, 2
    ), waiting as (
      select step, sum(case what when 'entered' then count else -count end)::int as count
      from counted where step <> '' and what in ('entered', 'done', 'skipped', 'failed', 'left') group by 1
    ), wait as (
      select step, count(*)::int as count from r where state = 'active' and step is not null group by 1
    )
    select coalesce(a.step, b.step) as step, coalesce(a.what, b.what) as what, a.count as counted, b.count as there
    from (select * from counted where what not in ('left', 'goals') and not (step <> '' and what = 'entered')) a
    full join there b using (step, what, detail) where coalesce(a.count, 0) <> coalesce(b.count, 0)
    union all
    select coalesce(a.step, b.step), 'waiting', a.count, b.count from waiting a full join wait b using (step)
    where coalesce(a.count, 0) <> coalesce(b.count, 0)`);
}
