import { NO_LOOK } from '../html-look.ts';
import type { Tried } from './job.ts';

/** The result for a message that cannot be rendered. */
export const failedRendering = ({ reason, slow }: { reason: string; slow: boolean }): Tried => ({
  reason,
  slow,
  hasSubject: true,
  hasWanted: true,
  dead: [],
  remarks: [],
  look: NO_LOOK,
});
