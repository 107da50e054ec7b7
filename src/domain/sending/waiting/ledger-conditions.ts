import { isOpen, type SendWindow } from '../../ledger/send-window.ts';
import { inUtc, localTimeAt, momentAt } from '../../local-time.ts';
import type { WaitingMessage } from './waiting-messages.ts';

/** When a message's wait for something ends; null: not known. Undefined: the message does not wait for it. */
export type LedgerCondition = (message: WaitingMessage, now: Date) => Date | null | undefined;

/** The conditions that keep a message from being claimed, and those of a claimed one, in the order of checking. */
export const BEFORE_ROUTES = {
  answer: ({ state }) => (state === 'sending' ? null : undefined),
  connection: ({ state, isLeased }) => (state === 'claimed' && isLeased ? null : undefined),
  campaign_paused: ({ campaignStatus }) => (campaignStatus === 'paused' ? null : undefined),
  ab_test: ({ isHeld }) => (isHeld ? null : undefined),
  scheduled: ({ wasClaimed, dueAt }, now) => (!wasClaimed && dueAt > now ? dueAt : undefined),
  send_window: (message, now) => (isOpen(message, now) ? undefined : opensAt(message, now)),
  campaign_pace: ({ messagesPerMinute, pacedUntil, dueAt }, now) => {
    if (messagesPerMinute === null || pacedUntil === null || dueAt > now) return undefined;
    const next = new Date(pacedUntil.getTime() + 60_000 / messagesPerMinute);
    return next > now ? next : undefined;
  },
} satisfies Record<string, LedgerCondition>;

/** The other reasons, if no condition of its route holds the message back. */
export const AFTER_ROUTES = {
  retry: ({ state, dueAt }, now) => (state === 'deferred' && dueAt > now ? dueAt : undefined),
  next_attempt: ({ dueAt }, now) => (dueAt > now ? dueAt : undefined),
  team_share: ({ hasShare }) => (hasShare ? null : undefined),
  worker: () => null,
} satisfies Record<string, LedgerCondition>;

const DAY_MS = 86_400_000;

/** The next time at which a closed send window opens. */
function opensAt({ sendFrom, timezone }: SendWindow, now: Date): Date {
  const local = localTimeAt(now, timezone);
  const today = inUtc(`${local.slice(0, 10)}T${sendFrom}:00`).getTime();
  const opens = momentAt(today, timezone);
  return opens > now ? opens : momentAt(today + DAY_MS, timezone);
}
