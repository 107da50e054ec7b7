import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { freezeClock } from '../../support/frozen-clock.ts';

const NOW = '2024-01-01T00:00:00.000Z';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  const setClock = await freezeClock(api);
  await setClock(new Date(NOW));
});
afterAll(() => api.close());

test('in a simulation that begins now, an unsubscribed person stays unsubscribed in all later steps', async () => {
  const list = await makeList(api);
  await subscribe(api, list, [{ email: 'ann@people.test' }]);
  const { body } = await api.rest('POST', '/automations/simulate', {
    ...{
      list,
      trigger: { type: 'event', name: 'began' },
      email: 'ann@people.test',
      event: { name: 'began' },
      start_at: NOW,
    },
    steps: [
      { id: 'leave', type: 'unsubscribe', list },
      { id: 'day', type: 'wait', for: 'P1D' },
      { id: 'come', type: 'subscribe', list },
      { id: 'another', type: 'wait', for: 'P1D' },
      { id: 'tag', type: 'add_tags', tags: ['late'] },
    ],
  });
  expect(body.data, JSON.stringify(body)).toMatchObject({
    ended_as: 'completed',
    ended_at: '2024-01-03T00:00:00.000Z',
  });
  expect(body.data.steps.map(({ step, outcome }: { step: string; outcome: string }) => [step, outcome])).toEqual([
    ['leave', 'done'],
    ['day', 'done'],
    ['come', 'skipped'],
    ['another', 'done'],
    ['tag', 'done'],
  ]);
});
