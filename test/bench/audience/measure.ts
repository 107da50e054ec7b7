import { columns, median } from '../compare.ts';

const ROUNDS = Math.max(5, Number(process.env.BENCH_ROUNDS ?? 5));
const MAX_RATIO = 1.3;
/** Below this, HTTP and JSON dominate the ratio, which then says nothing about the statement. */
const TOO_QUICK_MS = 20;

/** Between the two queries a window of days moves past some events. Tests check exactness. */
const MAX_DRIFT = 0.0001;

/** Both sides' results, and the milliseconds that each took in each round. */
export interface Measured {
  name: string;
  aim: number;
  ours: number[];
  byHand?: number[];
  matches: string;
  disagrees: boolean;
}

type Ask = () => Promise<number>;

/** One warm-up round, which does not count, then A B A B: other load on the machine affects both. */
export async function measure(name: string, aim: number, ours: Ask, byHand?: Ask): Promise<Measured> {
  const measured: Measured = { name, aim, ours: [], ...(byHand && { byHand: [] }), matches: '', disagrees: false };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [answer, took] = await timed(ours);
    const [other, otherTook] = byHand ? await timed(byHand) : [answer, 0];
    measured.matches = answer.toLocaleString('en');
    measured.disagrees ||= Math.abs(answer - other) > MAX_DRIFT * Math.max(answer, other);
    if (round === 0) continue;
    measured.ours.push(took);
    measured.byHand?.push(otherTook);
  }
  console.error(`${name}: ${median(measured.ours).toFixed(0)} ms`);
  return measured;
}

async function timed(ask: Ask): Promise<[number, number]> {
  const from = performance.now();
  const answer = await ask();
  return [answer, performance.now() - from];
}

/** One line each: medians with least and greatest, the ratio of the medians, and whether the aims are met. */
export function report(all: readonly Measured[]): string {
  const head = ['', 'ours ms', 'min–max', 'by hand ms', 'min–max', 'ratio', 'aim ms', 'matches', ''];
  return columns([head, ...all.map(line)]);
}

function line({ name, aim, ours, byHand, matches, disagrees }: Measured): string[] {
  const ratio = byHand && median(ours) / median(byHand);
  const faults = [
    ...(disagrees ? ['THE TWO DISAGREE'] : []),
    ...(median(ours) > aim ? ['over the aim'] : []),
    ...(ratio && ratio > MAX_RATIO && median(ours) > TOO_QUICK_MS ? [`ratio over ${MAX_RATIO}`] : []),
  ];
  const figures = (times: number[]) => [
    median(times).toFixed(1),
    `${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)}`,
  ];
  return [
    name,
    ...figures(ours),
    ...(byHand ? figures(byHand) : ['', '']),
    ratio?.toFixed(2) ?? '',
    String(aim),
    matches,
    faults.length > 0 ? faults.join(', ') : 'met',
  ];
}

export const misses = (all: readonly Measured[]): number =>
  all.filter((measured) => line(measured).at(-1) !== 'met').length;
