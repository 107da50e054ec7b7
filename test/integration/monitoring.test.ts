import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkoutRoot } from '../../src/database/home.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { Metrics } from '../support/metrics.ts';

const read = (path: string): string => readFileSync(join(checkoutRoot(), 'deploy', path), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string };
}
interface Panel {
  title: string;
  type: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string }[];
}

const rules = (load(read('prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
const dashboard = JSON.parse(read('grafana/tidings.json')) as {
  panels: Panel[];
  templating: { list: { name: string; definition?: string }[] };
};
const panels = dashboard.panels.filter(({ type }) => type !== 'row');

/** The metric names of a query, and the labels that it filters or groups by. Throws if it is not PromQL. */
function parts(query: string): { metrics: string[]; labels: string[] } {
  const text = query.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');
  const [metrics, labels]: [string[], string[]] = [[], []];
  parser.parse(text).iterate({
    enter: ({ name, type, from, to }) => {
      if (type.isError) throw new Error(`No PromQL at ${JSON.stringify(text.slice(from, from + 20))}: ${text}`);
      if (name === 'VectorSelector') metrics.push(/^[\w:]+/.exec(text.slice(from, to))![0]);
      if (name === 'LabelName') labels.push(text.slice(from, to));
    },
  });
  return { metrics, labels };
}

const OF_PROMETHEUS = { metrics: ['up'], labels: ['instance', 'job', 'le'] };

let api: TestApp;
let metrics: Metrics;
beforeAll(async () => {
  api = await openTestApp();
  metrics = new Metrics((await api.app.inject('/metrics')).payload);
});
afterAll(() => api.close());

const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets!.map(({ expr }) => [title, expr] as const)),
];

test('rules and panels are found, and an invalid query is detected', () => {
  expect([rules.length > 10, panels.length > 15]).toEqual([true, true]);
  expect(() => parts('sum(rate(a[5m])')).toThrow('No PromQL');
  expect(parts('sum by (b) (rate(a_total{c="d"}[5m])) / e')).toEqual({ metrics: ['a_total', 'e'], labels: ['b', 'c'] });
});

test.each(queries)('%s uses existing metrics and labels', async (_name, query) => {
  const asked = parts(query);
  expect(asked.metrics.length).toBeGreaterThan(0);
  const names = [...metrics.names, ...OF_PROMETHEUS.metrics];
  expect(asked.metrics.filter((name) => !names.includes(name))).toEqual([]);
  const labels = [...asked.metrics.flatMap((name) => LABELS[name] ?? []), ...OF_PROMETHEUS.labels];
  expect(asked.labels.filter((label) => !labels.includes(label))).toEqual([]);
});

/** The labels of our metrics, from docs/operations.md. */
const LABELS: Record<string, string[]> = Object.fromEntries(
  [
    ...readFileSync(join(checkoutRoot(), 'docs', 'operations.md'), 'utf8').matchAll(
      /^\| `(tidings_\w+)` \|([^|]*)\|/gm,
    ),
  ].flatMap(([, name, labels]) => {
    const own = [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!);
    return ['', '_bucket', '_count', '_sum'].map((end) => [name! + end, own] as const);
  }),
);

test('exactly our metrics are documented', () => {
  const ours = [...metrics.text.matchAll(/^# TYPE (tidings_\w+)/gm)].map(([, name]) => name!);
  const documented = Object.keys(LABELS).filter((name) => !/_(bucket|count|sum)$/.test(name));
  expect(documented.toSorted()).toEqual(ours.toSorted());
});

test('every label of a metric is documented', () => {
  for (const [, name, labels] of metrics.text.matchAll(/^(tidings_\w+)\{([^}]*)\}/gm)) {
    const given = [...labels!.matchAll(/(\w+)="/g)].map(([, label]) => label!);
    expect([name, given.filter((label) => label !== 'le' && !LABELS[name!]!.includes(label))]).toEqual([name, []]);
  }
});

test('all our metrics are on the dashboard', () => {
  const shown = panels.flatMap(({ targets }) => targets!.flatMap(({ expr }) => parts(expr).metrics));
  const ours = [...metrics.text.matchAll(/^# TYPE (tidings_\w+)/gm)].map(([, name]) => name!);
  const isShown = (name: string) => ['', '_bucket', '_count'].some((end) => shown.includes(name + end));
  expect(ours.filter((name) => !isShown(name))).toEqual([]);
});

describe('each alert', () => {
  test.each(rules)('$alert has a summary, a severity and a unique name', ({ alert, annotations, labels }) => {
    expect(alert).toMatch(/^Tidings[A-Z]\w+$/);
    expect(annotations.summary).toMatch(/^[A-Z].*[.?]$/);
    expect(['critical', 'warning']).toContain(labels.severity);
    expect(rules.filter((rule) => rule.alert === alert)).toHaveLength(1);
  });
});

test('panels of the dashboard do not overlap', () => {
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) => {
    expect(x + w).toBeLessThanOrEqual(24);
    return Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`);
  });
  expect(new Set(cells).size).toBe(cells.length);
});
