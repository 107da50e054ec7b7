import pg from 'pg';
import { afterAll, expect } from 'vitest';
import { breachesOf } from './citus-rules.ts';

/** A statement that `run` or `runOnce` of src/database/connect.ts sends. Ignores Prisma's and the tests' own. */
interface Sent {
  text: string;
  values: readonly unknown[];
  rowMode?: string;
}

const isOurs = (query: unknown): query is Sent =>
  typeof query === 'object' && query !== null && 'text' in query && 'values' in query && !('rowMode' in query);

/** A different set of null values may give a statement another plan. */
const keyOf = ({ text, values }: Sent): string =>
  `${values.map((value) => Number((value ?? null) === null)).join('')} ${text}`;

const seen = new Set<string>();
const broken: string[] = [];

interface Patched {
  query: (...args: unknown[]) => unknown;
  isRead?: boolean;
}

/** Checks every statement of the product that a test file sends, once. All files share the clients. */
for (const prototype of [pg.Client.prototype, pg.Pool.prototype] as unknown as Patched[]) {
  const { query } = prototype;
  prototype.query = function (this: unknown, ...args: unknown[]) {
    const [sent] = args;
    if (isOurs(sent) && !seen.has(keyOf(sent))) {
      seen.add(keyOf(sent));
      broken.push(
        ...breachesOf(sent.text, sent.values).map((breach) => `${breach}: ${sent.text.replace(/\s+/g, ' ')}`),
      );
    }
    return query.apply(this, args);
  };
  afterAll(() => {
    prototype.query = query;
  });
}

afterAll(() => expect(broken, 'statements that a Citus cluster would refuse (docs/adr/0044)').toEqual([]));
