import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareOf } from '../../../src/domain/automations/steps/branching.ts';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { personKey } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { changeStatus, makeAutomation } from '../../support/automations.ts';
import { TEMPLATE } from '../../support/campaigns.ts';
import { freezeClock } from '../../support/frozen-clock.ts';
import { type Action, type Naive, naiveCase, SLOT_MS, withNumber } from '../../support/naive-automations/cases.ts';
import { interpret, type Story } from '../../support/naive-automations/interpret.ts';
import { runAutomations } from '../../support/run-automations.ts';
import { statement } from '../../support/statement.ts';

const CASES = Number(process.env.AUTOMATION_CASES ?? 100);
const SEED = Number(process.env.AUTOMATION_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** In the past: an event is not recorded that lies in the future by the program's clock. */
const START = Date.parse('2024-01-01T00:00:00Z');

let api: TestApp;
let list: string;
let other: string;
let setClock: (moment: Date) => Promise<unknown>;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  list = await makeList(api);
  other = await makeList(api, { name: 'Other' });
  await api.rest('POST', '/templates', TEMPLATE);
  await api.rest('POST', '/fields', { key: 'city', label: 'City', type: 'text' });
  setClock = await freezeClock(api);
  await setClock(new Date(START));
});
afterAll(async () => {
  await closeRendering();
  await api.close();
});

const emailOf = (index: number) => `p${index}@people.test`;

/** Each program has its own event names. */
const named = (naive: Naive, index: number) =>
  JSON.parse(
    JSON.stringify(naive.definition)
      .replaceAll(/"name":"(start|a|b)"/g, `"name":"$1-${index}"`)
      .replaceAll('"list":""', `"list":"${list}"`)
      .replaceAll('"list":"other"', `"list":"${other}"`),
  );

async function begin(cases: readonly Naive[]): Promise<string[]> {
  for (let from = 0; from < cases.length; from += 100) {
    const rows = cases.slice(from, from + 100);
    await subscribe(
      api,
      list,
      rows.map(({ zone }, at) => ({ email: emailOf(from + at), timezone: zone })),
    );
  }
  const ids: string[] = [];
  for (const [index, one] of cases.entries()) {
    const id = await makeAutomation(api, { name: `Case ${index}`, list, ...named(one, index) });
    await changeStatus(api, id, 'activate');
    ids.push(id);
  }
  return ids;
}

async function happen(moment: Date, actions: readonly { index: number; action: Action }[]): Promise<void> {
  const events = actions.flatMap(({ index, action }) =>
    action.does === 'event'
      ? [
          {
            ...{ email: emailOf(index), name: `${action.name}-${index}`, ...withNumber(action.n) },
            occurred_at: new Date(moment.getTime() - action.secondsAgo * 1_000).toISOString(),
            ...(action.reference !== null && { reference: `${index}-${action.reference}` }),
          },
        ]
      : [],
  );
  for (let from = 0; from < events.length; from += 1_000) {
    const { status, body } = await api.rest('POST', '/events', { events: events.slice(from, from + 1_000) });
    expect(status, JSON.stringify(body)).toBeLessThan(300);
  }
  for (const { index, action } of actions) {
    if (action.does === 'event') continue;
    const where = { teamId: api.teamId, listId: list, email: emailOf(index) };
    const { id } = await api.db.subscriber.findFirstOrThrow({ where });
    if (action.does === 'leave') await api.rest('POST', `/subscribers/${id}/unsubscribe`);
    else if (action.does === 'tag') await api.rest('POST', `/subscribers/${id}/tags`, { tags: [action.tag] });
    else await api.rest('DELETE', `/subscribers/${id}/tags`, { tags: [action.tag] });
  }
}

/** Lets everything happen at its time, and lets workers do the due work until none is left. */
async function live(cases: readonly Naive[]): Promise<void> {
  const bySlot = new Map<number, { index: number; action: Action }[]>();
  for (const [index, { history }] of cases.entries()) {
    for (const action of history) bySlot.set(action.slot, [...(bySlot.get(action.slot) ?? []), { index, action }]);
  }
  const slots = [...bySlot.keys()].sort((a, b) => a - b);
  for (;;) {
    const [next] = await statement(
      api.databaseUrl,
      `select min(due_at) as at from automation_runs where state = 'active'`,
    );
    const due = (next as { at: Date | null }).at?.getTime() ?? Number.POSITIVE_INFINITY;
    const now = Math.min(due, slots[0] === undefined ? Number.POSITIVE_INFINITY : START + slots[0] * SLOT_MS);
    if (now === Number.POSITIVE_INFINITY) return;
    const moment = new Date(now);
    await setClock(moment);
    if (slots[0] !== undefined && START + slots[0] * SLOT_MS === now) {
      await happen(moment, bySlot.get(slots.shift() as number)!);
    }
    await runAutomations(api);
  }
}

/** Returns each person's outcome from the database. */
async function storyOf(id: string, index: number): Promise<Story> {
  const runs = await api.db.automationRun.findMany({
    where: { teamId: api.teamId, automationId: id },
    include: { steps: { orderBy: { number: 'asc' } } },
    orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
  });
  const email = emailOf(index);
  const subscriber = await api.db.subscriber.findFirstOrThrow({ where: { teamId: api.teamId, listId: list, email } });
  const tags = await api.db.tag.findMany({ where: { teamId: api.teamId, id: { in: subscriber.tagIds } } });
  return {
    runs: runs.map(({ startedAt, state, exitReason, endedAt, steps }) => ({
      ...{ startedAt: startedAt.getTime(), state, exitReason, endedAt: endedAt?.getTime() ?? null },
      steps: steps.map(({ step, outcome, branch, at }) => `${step} ${outcome} ${branch ?? '-'} ${at.getTime()}`),
    })),
    tags: tags.map(({ slug }) => slug).sort(),
    city: (subscriber.attributes as { city?: string }).city ?? null,
    subscribed: subscriber.status === 'subscribed',
    onOther: (await api.db.subscriber.count({ where: { listId: other, email, status: 'subscribed' } })) > 0,
    mails: await api.db.message.count({ where: { mailing: { automationId: id } } }),
    webhooks: await api.db.webhookDelivery.count({ where: { runId: { in: runs.map((run) => run.id) } } }),
  };
}

/** Uses the share that the product gives a person. */
const branchOf = (automation: string, index: number) => (step: string) =>
  shareOf(`${automation} ${step} ${personKey(api.teamId, emailOf(index))}`) < 40 ? 'one' : 'two';

/** Every second person only gets events, each when it is recorded, because a simulation can assume no more. */
const plainer = (naive: Naive, index: number): Naive => {
  if (index % 2 === 0) return naive;
  const history = naive.history.flatMap((action): Action[] =>
    action.does === 'event' ? [{ ...action, secondsAgo: 0, reference: null }] : [],
  );
  return { ...naive, history };
};

/** Simulates the first of a person's events before it happens. */
async function simulated(id: string, index: number, [first, ...others]: readonly Action[]) {
  const eventOf = (action: Action) =>
    action.does === 'event' ? [{ name: `${action.name}-${index}`, ...withNumber(action.n) }] : [];
  const { body } = await api.rest('POST', `/automations/${id}/simulate`, {
    ...{ email: emailOf(index), start_at: new Date(START).toISOString(), event: eventOf(first as Action)[0] },
    assume: {
      events: others.flatMap((action) =>
        eventOf(action).map((event) => ({ ...event, after: `PT${action.slot * 30}M` })),
      ),
    },
  });
  const { ended_as, ended_at, steps } = body.data as {
    ended_as: string;
    ended_at: string;
    steps: { step: string; outcome: string; branch: string | null; at: string }[];
  };
  return {
    ...{ endedAs: ended_as, endedAt: Date.parse(ended_at) },
    // Where a newer event ends a wait, no step was taken.
    steps: steps
      .filter(({ outcome }) => outcome !== 'restarted')
      .map(({ step, outcome, branch, at }) => `${step} ${outcome} ${branch ?? '-'} ${Date.parse(at)}`),
  };
}

/** The actual outcome, through all runs that newer events began. */
const really = (runs: Story['runs']) => {
  const last = runs.at(-1);
  return runs[0]?.startedAt === START && last
    ? { endedAs: last.exitReason ?? last.state, endedAt: last.endedAt, steps: runs.flatMap(({ steps }) => steps) }
    : { endedAs: 'not_entered', endedAt: START, steps: [] };
};

/** Whether all runs but the last were restarted: a simulation follows them to the end. */
const isOne = (runs: Story['runs']): boolean => runs.slice(0, -1).every(({ exitReason }) => exitReason === 'restarted');

test(
  `the engine, the specification and simulations agree on ${CASES} random programs and histories (seed ${SEED})`,
  async () => {
    const cases = fc.sample(naiveCase, { numRuns: CASES, seed: SEED }).map(plainer);
    const ids = await begin(cases);
    const predicted = new Map<number, unknown>();
    for (const [index, { history }] of cases.entries()) {
      if (index % 2 === 1) predicted.set(index, await simulated(ids[index] as string, index, history));
    }
    await live(cases);
    const differing: unknown[] = [];
    let runs = 0;
    for (const [index, one] of cases.entries()) {
      const id = ids[index] as string;
      const [real, expected] = [await storyOf(id, index), interpret(one, START, branchOf(id, index))];
      runs += real.runs.length;
      try {
        expect(real).toEqual(expected);
        // With several runs at a time, each run changes the conditions of the others.
        if (index % 2 === 1 && isOne(real.runs)) expect(predicted.get(index)).toEqual(really(real.runs));
      } catch {
        differing.push({ index, case: one, real, expected, predicted: predicted.get(index) });
      }
    }
    if (process.env.AUTOMATION_SHOW)
      console.log(JSON.stringify(differing.slice(0, 2), null, 1), differing.length, runs);
    expect(differing.slice(0, 3), `${differing.length} of ${CASES} differ`).toEqual([]);
    expect(runs).toBeGreaterThan(CASES / 2);
  },
  600_000 + CASES * 2_000,
);
