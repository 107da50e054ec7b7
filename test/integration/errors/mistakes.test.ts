import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FURTHER_MISTAKES } from './further-mistakes.ts';
import { GRAPHQL_MISTAKES } from './graphql-mistakes.ts';
import { REST_MISTAKES } from './rest-mistakes.ts';
import { SCALAR_MISTAKES } from './scalar-mistakes.ts';
import { openShop, type Shop, wordsOf } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.api.close());

describe.each([
  ['REST', REST_MISTAKES],
  ['GraphQL', GRAPHQL_MISTAKES],
  ['a scalar', SCALAR_MISTAKES],
  ['either interface', FURTHER_MISTAKES],
])('a mistake with %s: the answer names what is wrong and says what to do', (_, mistakes) => {
  test.each(mistakes)('$mistake', async ({ send, status, says }) => {
    const answer = await send(shop);
    expect(answer.status).toBe(status);
    expect(says.length).toBeGreaterThan(1);
    for (const words of says) expect(wordsOf(answer)).toContain(words);
  });
});
