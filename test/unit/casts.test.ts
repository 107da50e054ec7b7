import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = new URL('../../src/', import.meta.url).pathname;

/** `as never` fits everything, so it hides what the compiler would report. Each needs a reason. */
const REASONS: Readonly<Record<string, string>> = {
  'database/recordset.ts': 'the element type depends on the column, which is a key',
  'domain/sending/compose/headers.ts': "nodemailer's types do not know prepared values",
  'domain/content/rendering/liquid/create-liquid.ts': 'filters take the arguments of their own templates',
  'domain/content/rendering/missing-values.ts': "LiquidJS's tokens have no exported type",
  'domain/segments/operator.ts': 'the schema of an operator has checked its value',
  'domain/segments/property-operators.ts': 'the schema of an operator has checked its value',
  'rest/export-person.ts': 'an answer takes the result of its own document',
  'rest/handle-events.ts': 'an answer takes the result of its own document',
  'rest/handlers.ts': 'an answer takes the result of its own document',
  'rest/open-view.ts': 'an answer takes the result of its own document',
  'rest/output.ts': 'a writer takes the value of its own field',
  'schema/loaders.ts': 'Pothos types a brand by the builder, not by name',
  'schema/pagination.ts': "it replaces one of Pothos's generic methods",
  'schema/segment-conditions.ts': 'the types of rules are made at run time',
  'schema/type-pairs.ts': 'the types of operators are made at run time',
  'schema/typed-definition.ts': 'the types of parts are made at run time',
  'schema/typed-kinds.ts': 'the types of parts are made at run time',
};

const casts = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated/'))
  .flatMap((file) =>
    readFileSync(join(SRC, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line))
      .flatMap((line) => [...line.matchAll(/[\w)\]}'] as never\b/g)].map(() => file)),
  )
  .sort();

test('each cast to never has a reason, and a file has at most one', () => {
  expect(casts).toEqual(Object.keys(REASONS).sort());
});

test('values written to a table are never cast to any object', () => {
  const wrong = readdirSync(join(SRC, 'domain'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) =>
      /\b(data|create|update)(: [^,;]*)? as (object|any|never|unknown)\b/.test(
        readFileSync(join(SRC, 'domain', file), 'utf8'),
      ),
    );
  expect(wrong).toEqual([]);
});
