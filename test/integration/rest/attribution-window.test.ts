import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId, personKey } from '../../../src/ids.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterEach(() => setWindow(null));
afterAll(() => api.close());

/** null: the default, 5 days. */
const setWindow = (days: number | null) => api.rest('PATCH', '/team', { attribution_window_days: days });

const SOLD_AT = new Date(Date.now() - DAY);

/** The person opens or clicks an e-mail so many milliseconds before the sale; returns the id of the e-mail. */
async function touch(email: string, kind: 'open' | 'click', before: number): Promise<string> {
  const { db, teamId } = api;
  const key = personKey(teamId, email);
  await db.person.upsert({ where: { teamId_key: { teamId, key } }, create: { teamId, key, email }, update: {} });
  const senderId = newId();
  const at = new Date(SOLD_AT.getTime() - before);
  await db.touch.create({ data: { teamId, personKey: key, kind, sender: 'transactional', senderId, at } });
  return senderId;
}

const SELL = {
  'a conversion': (sale: object) => api.rest('POST', '/conversions', sale),
  'an order event': (sale: object) => api.rest('POST', '/events', { ...sale, name: 'order' }),
};
type Interface = keyof typeof SELL;

/** Records a sale; returns it as the interface for corrections shows it, which is the same for both origins. */
async function sell(how: Interface, email: string) {
  const sale = { email, value: 1_000, currency: 'EUR', occurred_at: SOLD_AT.toISOString(), reference: email };
  const { status, body } = await SELL[how](sale);
  expect(status).toBe(201);
  return correct(body.data.id, 1_000);
}

async function correct(id: string, value: number) {
  const { status, body } = await api.rest('PATCH', `/conversions/${id}`, { value });
  expect(status).toBe(200);
  return body.data as { id: string; value: number; attribution: { id: string; touch: string } | null };
}

const CASES = (['a conversion', 'an order event'] as const).flatMap((how) =>
  (['open', 'click'] as const).map((kind) => ({ how, kind, touched: kind === 'open' ? 'an open' : 'a click' })),
);

describe.each(CASES)('a sale recorded as $how, after $touched', ({ how, kind }) => {
  test('is credited a minute inside the window, but not a minute outside', async () => {
    const name = `${how.replaceAll(' ', '-')}-${kind}`;
    for (const days of [null, 1, 30]) {
      await setWindow(days);
      const window = (days ?? 5) * DAY;
      const inside = await touch(`in${days}.${name}@people.test`, kind, window - MINUTE);
      await touch(`out${days}.${name}@people.test`, kind, window + MINUTE);
      expect((await sell(how, `in${days}.${name}@people.test`)).attribution).toMatchObject({ id: inside, touch: kind });
      expect((await sell(how, `out${days}.${name}@people.test`)).attribution).toBeNull();
    }
  });

  test('keeps its credit through corrections, although the window has changed since', async () => {
    const name = `corrected-${how.replaceAll(' ', '-')}-${kind}@people.test`;
    const inside = await touch(`in.${name}`, kind, 5 * DAY - MINUTE);
    await touch(`out.${name}`, kind, 5 * DAY + MINUTE);
    const [credited, uncredited] = [await sell(how, `in.${name}`), await sell(how, `out.${name}`)];
    for (const [days, value] of [
      [1, 1_500],
      [30, 700],
    ] as const) {
      await setWindow(days);
      expect(await correct(credited.id, value)).toMatchObject({ value, attribution: { id: inside, touch: kind } });
      expect(await correct(uncredited.id, value)).toMatchObject({ value, attribution: null });
    }
  });
});

test('the first and the last moment of the window belong to it', async () => {
  await setWindow(null);
  const first = await touch('first-moment@people.test', 'open', 5 * DAY);
  await touch('too-early@people.test', 'open', 5 * DAY + 1);
  const last = await touch('last-moment@people.test', 'click', 0);
  await touch('too-late@people.test', 'click', -1);
  const creditOf = async (name: string) => (await sell('a conversion', `${name}@people.test`)).attribution?.id;
  expect([await creditOf('first-moment'), await creditOf('too-early')]).toEqual([first, undefined]);
  expect([await creditOf('last-moment'), await creditOf('too-late')]).toEqual([last, undefined]);
});

test('the e-mail inside the window is credited, not an older one outside or a newer one after the sale', async () => {
  const email = 'several@people.test';
  await touch(email, 'click', 5 * DAY + MINUTE);
  const inside = await touch(email, 'open', 5 * DAY - MINUTE);
  await touch(email, 'click', -MINUTE);
  expect((await sell('a conversion', email)).attribution).toMatchObject({ id: inside, touch: 'open' });
});
