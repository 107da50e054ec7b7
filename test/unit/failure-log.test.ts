import { execFile } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { checkoutRoot } from '../../src/database/home.ts';

const CONFIG = 'test/fixtures/failing-tests/vitest.config.ts';

let code: unknown;
let output: string;
beforeAll(async () => {
  const { TEST_LOG: _, ...env } = process.env;
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', CONFIG];
  const options = { cwd: checkoutRoot(), env: { ...env, NO_COLOR: '1' } };
  await new Promise<void>((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      code = error?.code;
      output = stdout + stderr;
      resolve();
    });
  });
});

/** What is printed below the name of a test. */
const printedFor = (name: string): string => output.split(`${name}\nThe application logged:\n`)[1] ?? '';

test('a failing test prints the errors that the application logged meanwhile, with their stack', () => {
  expect(code).toBe(1);
  expect(printedFor('failing.case.ts > fails')).toMatch(
    /^ERROR: A request failed\n[\s\S]*relation "lists" does not exist[\s\S]*\n\s+at .*failing\.case\.ts:\d+/,
  );
});

test('a passing test prints nothing, and leaves nothing to the next one', () => {
  expect(output).not.toContain('an expected refusal');
});

test('lines below a warning are not printed', () => {
  expect(output).not.toContain('a request\n');
});

test('a failing test prints the errors of processes that it started', () => {
  expect(printedFor('failing.case.ts > fails with a process')).toMatch(/no-such-command/);
});

test('a failing hook prints the warnings that it caused', () => {
  expect(printedFor('failing-hook.case.ts')).toMatch(
    /^WARN: Cannot open the database\n\s+reason: "connection refused"/,
  );
});
