import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ReturnPaths } from '../../../src/crypto/return-paths.ts';
import { newId } from '../../../src/ids.ts';
import { mutated } from '../../support/mutated-mails.ts';
import { readReports } from '../../support/returned-mails.ts';

const FOLDER = new URL('../../fixtures/bounces/', import.meta.url);
const samples = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.eml'))
  .map((file) => readFileSync(new URL(file, FOLDER)));

const paths = new ReturnPaths('the secret of the tests, 32 long', 'bounces.test');
const address = paths.address({ teamId: 7, id: newId() });

test('a thousand cut, shuffled or wrongly encoded e-mails are read without an error', () => {
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const reports = readReports(mutated(samples, seed), [address], paths);
    expect(reports.length).toBeLessThanOrEqual(101);
    for (const { kind, named, reason = '' } of reports) {
      expect(['hard_bounce', 'soft_bounce', 'complaint']).toContain(kind);
      expect(named.length).toBeLessThanOrEqual(2);
      expect(reason.length).toBeLessThanOrEqual(10_000);
    }
  }
});
