import { expect, test } from 'vitest';
import {
  type Counts,
  type Rate,
  totalOf,
  verdictOf,
  worstOf,
} from '../../src/dashboard/screens/settings/deliverability/results.ts';

const counts = (more: Partial<Counts>): Counts => Object.assign(totalOf([]), more);

test.each<[Rate, Partial<Counts>, string]>([
  ['bounces', { sent: 1_000, hardBounces: 10, softBounces: 9 }, 'good'],
  ['bounces', { sent: 1_000, hardBounces: 10, softBounces: 10 }, 'high'],
  ['bounces', { sent: 950, failed: 50, softBounces: 50 }, 'bad'],
  ['complaints', { sent: 10_000, complaints: 9 }, 'good'],
  ['complaints', { sent: 10_000, complaints: 10 }, 'high'],
  ['complaints', { sent: 10_000, complaints: 30 }, 'bad'],
  ['blocks', { sent: 900, deferred: 100, blocks: 9 }, 'good'],
  ['blocks', { sent: 900, deferred: 100, blocks: 10 }, 'high'],
])('%s of %o are rated as %s', (rate, given, verdict) => {
  expect(verdictOf(rate, counts(given))).toBe(verdict);
});

test('fewer than 200 messages, and a single complaint among some more, are not rated', () => {
  expect(verdictOf('bounces', counts({ sent: 199, hardBounces: 100 }))).toBe('few');
  expect(verdictOf('complaints', counts({ sent: 250, complaints: 1 }))).toBe('few');
  expect(verdictOf('complaints', counts({ sent: 250, complaints: 2 }))).toBe('bad');
  expect(verdictOf('complaints', counts({ sent: 2_000, complaints: 1 }))).toBe('good');
});

test('the worst rate is the rating of a provider', () => {
  expect(worstOf(counts({ sent: 1_000 }))).toBe('good');
  expect(worstOf(counts({ sent: 1_000, hardBounces: 30, complaints: 5 }))).toBe('bad');
  expect(worstOf(counts({ sent: 1_000, hardBounces: 30 }))).toBe('high');
  expect(worstOf(counts({ sent: 3 }))).toBe('few');
});
