import type { GmailProblem, GmailProblemCode } from './problems.ts';

const DAY_SECONDS = 86_400;
const FIRST_RETRY_SECONDS = 900;
const LONGEST_RETRY_SECONDS = 43_200;

/** Problems that go away by themselves. Somebody has to act on the others, so once a day is enough. */
const PASSING: readonly GmailProblemCode[] = ['quota', 'unavailable'];

interface Outcome {
  /** How often in a row reading had failed before. */
  failures: number;
  /** Whether domains of the team are left to read. */
  isLeft: boolean;
  problem: GmailProblem | undefined;
}

/**
 * When to read again: after a day; sooner, and more and more rarely, after a passing problem. Up to a twelfth is added or taken
 * away, so that teams do not ask Google at the same moment. Never before Google allows it.
 */
export function nextReadAt(now: Date, { failures, isLeft, problem }: Outcome): Date {
  if (isLeft && !problem) return now;
  const isPassing = problem !== undefined && PASSING.includes(problem.code);
  const retry = Math.min(FIRST_RETRY_SECONDS * 4 ** Math.min(failures, 10), LONGEST_RETRY_SECONDS);
  const jittered = (isPassing ? retry : DAY_SECONDS) * (11 / 12 + Math.random() / 6);
  const allowed = Math.min(problem?.retryAfter ?? 0, DAY_SECONDS);
  return new Date(now.getTime() + Math.max(jittered, allowed) * 1_000);
}
