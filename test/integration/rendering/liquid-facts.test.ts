import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeRendering } from '../../../src/domain/content/rendering/pool.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { DIFFERENCES, FACTS, type Fact, REFUSED, STRICTER } from './liquid-facts.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(async () => {
  await api.close();
  await closeRendering();
});

const preview = (content: string, variables: object = {}) =>
  api.rest('POST', '/templates/preview', { editor: 'html', content, variables });

const listed = (facts: readonly Fact[]) => facts.map(([template, expected, data]) => ({ template, expected, data }));

async function shows({ template, expected, data }: ReturnType<typeof listed>[number]) {
  const { body } = await preview(template, data);
  expect(body.errors).toBeUndefined();
  expect(body.data.html).toBe(expected);
}

describe.each(Object.entries(FACTS))('as in Ruby, in %s', (_, facts) => {
  test.each(listed(facts))('$template', shows);
});

describe.each(Object.entries(DIFFERENCES))('unlike Ruby: %s', (_, facts) => {
  test.each(listed(facts))('$template', shows);
});

test.each([...REFUSED, ...STRICTER])('%s is refused with its position', async (template) => {
  const { status, body } = await preview(template);
  expect(status).toBe(422);
  expect(body.errors.content[0]).toMatch(/on line 1, column 1:/);
});

test('an e-mail with a surplus filter argument is still accepted', async () => {
  const mail = { to: ['ann@people.test'], subject: 'Hi', from: 'shop@shop.test', html: '<p>{{ "x" | upcase: 1 }}</p>' };
  const { status, body } = await api.rest('POST', '/transactional-mails', mail);
  expect([status, body.errors]).toEqual([201, undefined]);
});
