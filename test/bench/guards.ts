/** The cost of refusing each bomb, and of the guards for an ordinary operation. `npx tsx test/bench/guards.ts` */
import { parse } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { costOf } from '../../src/graphql/guards/cost.ts';
import { documentCache } from '../../src/graphql/guards/document-cache.ts';
import { guards } from '../../src/graphql/guards/plugin.ts';
import { shapeProblem } from '../../src/graphql/guards/shape.ts';
import { schema } from '../../src/schema/index.ts';
import { BOMBS, LARGE_PAGE } from '../support/bombs.ts';

const yoga = (plugins: object[]) =>
  createYoga({
    schema: schema as never,
    plugins,
    logging: false,
    parserAndValidationCache: { documentCache: documentCache(), errorCache: documentCache() },
  });

/** Processor time in milliseconds, because other programs may be running. */
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The median of nine refusals in milliseconds, each of a new document. */
function refuse(plugins: object[], query: string, variableValues: object | undefined, salt: string): string {
  const times = [];
  for (let run = 0; run < 9; run += 1) {
    const { parse, validate, schema } = yoga(plugins).getEnveloped({} as never);
    const began = spent();
    let refused = false;
    try {
      const document = parse(`${query}#${salt}${run}`);
      refused = validate(schema, document).length > 0;
      refused ||= plugins.length > 0 && costOf({ schema, document, variableValues } as never) > 100_000;
    } catch {
      refused = true;
    }
    times.push(spent() - began);
    if (plugins.length > 0 && !refused) throw new Error('a bomb went through');
  }
  return times.sort((a, b) => a - b)[4]!.toFixed(1);
}

for (const [name, { query, variables }] of Object.entries(BOMBS)) {
  const guarded = refuse([guards], query, variables, 'a');
  const bare = query.length > 900_000 ? '' : refuse([], query, variables, 'b');
  console.log(
    `${name.padEnd(50)} ${guarded.padStart(8)} ms   without guards, parse and validate ${bare.padStart(8)} ms`,
  );
}

const document = parse(LARGE_PAGE);
for (const [name, work] of Object.entries({
  'shape (each operation)': () => shapeProblem(document),
  'cost (each operation)': () => costOf({ schema, document } as never),
})) {
  for (let run = 0; run < 20_000; run += 1) work();
  const began = spent();
  for (let run = 0; run < 100_000; run += 1) work();
  console.log(`${name}: ${((spent() - began) / 100).toFixed(2)} µs`);
}
