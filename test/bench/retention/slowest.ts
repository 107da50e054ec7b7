/** The slowest plan of a statement. */
export interface Slowest {
  head: string;
  ms: number;
  /** All of its runs. */
  count: number;
  total: number;
  /** Whether it reads a table of many rows from one end to the other. */
  scans: boolean;
  plan: string;
}

const SMALL = /Seq Scan on (teams|lists|automations|imports)\b/;

/** Of each statement whose plans these are, as auto_explain writes them, the slowest. The slowest statement first. */
export function slowest(plans: readonly string[]): Slowest[] {
  const found = new Map<string, Slowest>();
  for (const plan of plans) {
    const ms = Number(/^duration: ([\d.]+) ms/.exec(plan)?.[1] ?? Number.NaN);
    if (Number.isNaN(ms)) continue;
    const text = plan.slice(plan.indexOf('Query Text:') + 12).split(/\n(?=\S)/)[0] ?? '';
    const head = text.replace(/\s+/g, ' ').slice(0, 110);
    const before = found.get(head) ?? { head, ms: -1, count: 0, total: 0, scans: false, plan: '' };
    const scans = before.scans || plan.split('\n').some((line) => line.includes('Seq Scan on') && !SMALL.test(line));
    const worst = ms > before.ms ? { ms, plan: shortened(plan) } : { ms: before.ms, plan: before.plan };
    found.set(head, { head, ...worst, count: before.count + 1, total: Math.round(before.total + ms), scans });
  }
  return [...found.values()].toSorted((a, b) => b.ms - a.ms).slice(0, 8);
}

/** Without the thousand ids that a condition names. */
const shortened = (plan: string): string =>
  plan
    .split('\n')
    .map((line) => (line.length > 300 ? `${line.slice(0, 300)} …` : line))
    .join('\n');
