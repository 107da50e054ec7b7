/**
 * `npm run advisories` queries the advisory database of npm's registry about all packages of the lock file. Fails for serious
 * advisories that `.ci/known-advisories.json` does not name. If no database answers, it says so and passes.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..');
const KNOWN = process.argv[2] ?? join(ROOT, '.ci/known-advisories.json');

/** Known advisories, with the reason why we can ignore them. After `until` they fail again. */
const known = z.array(
  z.strictObject({ id: z.string().regex(/^GHSA-[\w-]+$/), reason: z.string().trim().min(20), until: z.iso.date() }),
);

/** An advisory about a package itself. A text instead names another package, the cause. */
const advisory = z.object({ title: z.string(), url: z.string(), severity: z.string(), range: z.string() });
const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisory])) })),
});

const accepted = known.parse(JSON.parse(readFileSync(KNOWN, 'utf8')));
const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
  ...{ cwd: ROOT, encoding: 'utf8', maxBuffer: 100_000_000, timeout: 120_000 },
});
const answer = report.safeParse(parsed(stdout));
if (!answer.success) {
  console.log('No advisory database answers here: the packages were not checked.');
  process.exit(0);
}

const today = new Date().toISOString().slice(0, 10);
const isAccepted = (url: string) => accepted.some(({ id, until }) => url.endsWith(`/${id}`) && until >= today);
const serious = Object.entries(answer.data.vulnerabilities).flatMap(([name, { via }]) =>
  via.flatMap((one) =>
    typeof one !== 'string' && /^(?:high|critical)$/.test(one.severity) && !isAccepted(one.url)
      ? [`${name} ${one.range}: ${one.severity}, ${one.title} (${one.url.split('/').at(-1)})`]
      : [],
  ),
);
for (const line of serious) console.error(line);
if (serious.length > 0) console.error('Update these packages, or name the advisories in .ci/known-advisories.json.');
else console.log('No serious advisory about our packages is known.');
process.exit(serious.length > 0 ? 1 : 0);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
