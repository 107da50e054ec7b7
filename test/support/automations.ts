import { expect } from 'vitest';
import { newId, personKey } from '../../src/ids.ts';
import type { TestApp } from './app.ts';
import { rowsOf, subscribeMany } from './audience.ts';

/** Two steps after an event. */
export const CART = {
  name: 'Cart',
  trigger: { type: 'event', name: 'cart.abandoned' },
  steps: [
    { id: 'hour', type: 'wait', for: 'PT1H' },
    { id: 'mail', type: 'send', template: 'Issue' },
  ],
};

/** Drafts an automation through REST; returns its id. */
export async function makeAutomation(api: TestApp, input: object = {}): Promise<string> {
  const { status, body } = await api.rest('POST', '/automations', { ...CART, ...input });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
}

export const readAutomation = async (api: TestApp, id: string) =>
  (await api.rest('GET', `/automations/${id}`)).body.data;

/** Performs an action on an automation, such as `activate`; returns its new state. */
export async function changeStatus(api: TestApp, id: string, action: 'activate' | 'pause' | 'archive') {
  const { status, body } = await api.rest('POST', `/automations/${id}/${action}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

/**
 * Inserts subscribers of a list into an automation, at a step where they wait for a day; returns the ids of the runs in the order
 * of the people `p0@people.test`, `p1@…`.
 */
export async function insertRuns(
  api: TestApp,
  list: string,
  automation: string,
  step: string,
  count = 1,
): Promise<string[]> {
  const people = rowsOf(count);
  await subscribeMany(api, list, people);
  const { version } = await readAutomation(api, automation);
  const moment = new Date(Date.now() + 86_400_000);
  const runs = people.map(({ email }) => ({
    ...{ teamId: api.teamId, id: newId(), automationId: automation, version, again: 'after_end', step },
    ...{ personKey: personKey(api.teamId, email), enteredAt: new Date(), waitUntil: moment, dueAt: moment },
    event: { name: 'cart.abandoned', properties: { items: ['boots'] } },
  }));
  await api.db.automationRun.createMany({ data: runs });
  const figure = { teamId: api.teamId, automationId: automation, what: 'entered', detail: '', holder: 0, count };
  await api.db.automationCount.createMany({
    data: [
      { ...figure, step: '' },
      { ...figure, step },
    ],
  });
  return runs.map(({ id }) => id);
}

/** The events an automation listens to, as `kind ref`, in order. */
export const listeners = async (api: TestApp, automationId: string): Promise<string[]> =>
  (await api.db.automationListener.findMany({ where: { automationId } }))
    .map(({ kind, ref, imports }) => `${kind} ${ref}${imports && kind !== 'left' ? ' imports' : ''}`.trim())
    .sort();
