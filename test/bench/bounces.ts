import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReturnPaths } from '../../src/crypto/return-paths.ts';
import type { FeedbackReport } from '../../src/domain/sending/record-feedback.ts';
import { newId } from '../../src/ids.ts';
import { mutated } from '../support/mutated-mails.ts';
import { readReports } from '../support/returned-mails.ts';

/**
 * Reads a folder of bounce messages and prints how well they were understood, compared with the `expected.json` in it: `npx tsx
 * test/bench/bounces.ts <folder> [--all]`. With `--all` every e-mail is shown, with its cause.
 */
interface Expected {
  file: string;
  recipients: { address: string; kind: 'hard' | 'soft' | 'complaint' | 'none'; reason?: string; cause?: string }[];
}

const KINDS = { hard_bounce: 'hard', soft_bounce: 'soft', complaint: 'complaint' } as const;

const [folder = '', option] = process.argv.slice(2);
const expected: Expected[] = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
const paths = new ReturnPaths('the secret of the tests, 32 long', 'bounces.test');
const files = new Set(readdirSync(folder));
const lines: string[] = [];
let [wanted, noticed, right, wrong, slowest, slowestFile] = [0, 0, 0, 0, 0, ''];

for (const { file, recipients } of expected.filter(({ file }) => files.has(file))) {
  const raw = readFileSync(join(folder, file));
  const address = paths.address({ teamId: 1, id: newId() });
  const begun = process.cpuUsage();
  const reports = readReports(raw, [address], paths);
  const { user, system } = process.cpuUsage(begun);
  const ms = (user + system) / 1_000;
  if (ms > slowest) [slowest, slowestFile] = [ms, file];
  const bounces = recipients.filter(({ kind }) => kind !== 'none');
  if (bounces.length === 0 && reports.length > 0) {
    wrong += 1;
    lines.push(`FALSE    ${file}: ${shown(reports[0]!)}`);
  }
  const left = new Set(reports);
  for (const recipient of bounces) {
    wanted += 1;
    const report =
      [...left].find(({ named }) => named.includes(recipient.address.toLowerCase())) ??
      (reports.length <= bounces.length ? [...left][0] : undefined) ??
      reports.find(({ kind }) => kind === 'complaint');
    const what = `${file} ${recipient.address}: ${recipient.kind} ${recipient.reason ?? recipient.cause}`;
    if (!report) {
      lines.push(`MISSED   ${what}`);
      continue;
    }
    noticed += 1;
    left.delete(report);
    const agrees = KINDS[report.kind] === recipient.kind;
    if (agrees) right += 1;
    if (!agrees || option === '--all') lines.push(`${agrees ? 'agrees  ' : 'DISAGREES'} ${what}, is ${shown(report)}`);
  }
}

function shown({ kind, cause, named, reason = '' }: FeedbackReport): string {
  return `${KINDS[kind]} ${cause ?? ''} [${named.join(' ')}] ${reason.replace(/\s+/g, ' ').slice(0, 160)}`;
}

const percent = (part: number, all: number): string =>
  `${part} of ${all} (${((100 * part) / (all || 1)).toFixed(1)} %)`;
console.log(lines.join('\n'));
console.log(`noticed ${percent(noticed, wanted)}; kind as expected ${percent(right, noticed)} of those`);
console.log(`taken for bounces and are none: ${wrong}; slowest: ${slowest.toFixed(1)} ms CPU (${slowestFile})`);

/** The slowest damaged and deliberately slow e-mails. */
const samples = expected.filter(({ file }) => files.has(file)).map(({ file }) => readFileSync(join(folder, file)));
let [longest, worst] = [0, 0];
for (let seed = 1; seed <= 1_000; seed += 1) {
  const mail = mutated(samples, seed);
  const begun = process.cpuUsage();
  readReports(mail, [paths.address({ teamId: 1, id: newId() })], paths);
  const { user, system } = process.cpuUsage(begun);
  if ((user + system) / 1_000 > longest) [longest, worst] = [(user + system) / 1_000, seed];
}
console.log(`of 1,000 mutated mails the slowest: ${longest.toFixed(1)} ms CPU (seed ${worst})`);
