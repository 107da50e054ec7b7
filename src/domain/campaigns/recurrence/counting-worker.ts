import { answerJobs } from '../../../threads/answer-jobs.ts';
import type { LocalTime } from '../../local-time.ts';
import { type Asked, nextOccurrences } from './occurrences.ts';

/** Null: the rule is invalid. */
export type Answer = LocalTime[] | null;

function answer(asked: Asked): Answer {
  try {
    return nextOccurrences(asked);
  } catch {
    return null;
  }
}

answer({ rule: 'FREQ=DAILY', start: '2026-01-01T00:00:00', from: '2026-01-01T00:00:00', most: 2 }); // loads its modules in advance
answerJobs(answer);
