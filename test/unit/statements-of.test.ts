import { expect, test } from 'vitest';
import { readMigrations } from '../../src/database/migrations.ts';
import { statementsOf } from '../../src/database/statements-of.ts';

test('a semicolon ends a statement, but not in texts, names, comments and bodies', () => {
  const body = "create function f() returns int language plpgsql as $x$ begin perform 1; return '$$;'; end $x$";
  expect(
    statementsOf(
      `-- first; of all\nselect ';' as "a;b"; /* and; */ ${body};\n\nselect 'it''s; so' -- said; so\n, 2;\n;`,
    ),
  ).toEqual([`select ';' as "a;b"`, body, `select 'it''s; so' -- said; so\n, 2`]);
});

test('every migration is split into valid statement beginnings', async () => {
  const verbs = /^(alter|comment|create|delete|do|drop|insert|lock|select|set|truncate|update|with)\b/i;
  for (const { name, sql } of await readMigrations()) {
    const odd = statementsOf(sql).filter((statement) => !verbs.test(statement));
    expect({ name, odd }).toEqual({ name, odd: [] });
  }
});
