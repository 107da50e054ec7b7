import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeRendering } from '../../src/domain/content/rendering/pool.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

/**
 * `GOLDEN_LIQUID=<file> npm run golden-liquid`: the cases of jg-rp/golden-liquid (golden_liquid.json, without those that load
 * other templates), each as an `html` template through `POST /v1/templates/preview`. The file has `cases` of `{name, template,
 * data?, expected}`: all correct results, or null if Ruby refuses the template. Prints the differences.
 */
interface Case {
  name: string;
  template: string;
  data?: Record<string, unknown>;
  expected?: string[] | null;
}

/** 940 of 1,020. */
const LEAST = 940 / 1020;

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(async () => {
  await api.close();
  await closeRendering();
});

test('templates render as in Ruby', { timeout: 600_000 }, async () => {
  const path = process.env.GOLDEN_LIQUID;
  if (!path) throw new Error('GOLDEN_LIQUID must name the file with the cases.');
  const { cases } = JSON.parse(readFileSync(path, 'utf8')) as { cases: Case[] };
  expect(cases.length).toBeGreaterThan(0);
  const failed: string[] = [];
  for (const { name, template, data, expected } of cases) {
    const given = { editor: 'html', content: template, variables: data ?? {} };
    const { status, body } = await api.rest('POST', '/templates/preview', given);
    if (expected ? expected.includes(body.data?.html) : status === 422) continue;
    const wanted = expected ? JSON.stringify(expected) : 'a refusal';
    failed.push(`${name}: ${wanted}, not ${JSON.stringify(body.data?.html ?? body.errors)}`);
  }
  const agreed = cases.length - failed.length;
  process.stdout.write(`${failed.join('\n')}\n${agreed} of ${cases.length} cases agree\n`);
  expect(agreed / cases.length).toBeGreaterThanOrEqual(LEAST);
});
