import { findTemplate } from '../../content/templates.ts';
import { localTimeAt, momentOf } from '../../local-time.ts';
import type { SendWindow } from '../definition/definition.ts';
import { readStepEmails } from '../emails/step-emails.ts';
import { writeMails } from '../emails/write-mails.ts';
import { type NewMessage, writeMessages } from '../emails/write-messages.ts';
import { DONE, outcomesOf } from './outcomes.ts';
import { readClocks } from './read-clocks.ts';
import type { RunAtStep, StepOutcome, Subscription, TakeStep } from './step-kind.ts';
import { DAY_MS, firstKnown, WEEKDAYS } from './wait-moments.ts';

/**
 * Sends an e-mail to each person, or waits until the step's window opens. A run that an event wakes earlier waits on. The
 * step's row records who was held back.
 */
export const send: TakeStep<'send'> = async (context, step, runs) => {
  const { send_window: window } = step;
  if (!window) return sendNow(context, step, runs);
  const clocks = await readClocks(context, runs);
  const opening = new Map(runs.map(({ id }) => [id, nextOpening(context.now, window, clocks.get(id)!.zones)]));
  const isOpen = ({ id }: RunAtStep): boolean => opening.get(id)! <= context.now;
  const sent = await sendNow(context, step, runs.filter(isOpen));
  return outcomesOf(runs, (one): StepOutcome => {
    if (!isOpen(one)) return { outcome: 'wait', until: opening.get(one.id)! };
    const outcome = sent.get(one.id)!;
    return outcome.outcome === 'done' && one.waitUntil ? { ...outcome, reason: 'send_window' } : outcome;
  });
};

/**
 * Sends an e-mail to each person. It is written to the ledger in the transaction that advances the run, so exactly once,
 * and the usual workers send it, even if the automation is paused or archived meanwhile.
 */
const sendNow: TakeStep<'send'> = async (context, step, runs) => {
  if (runs.length === 0) return new Map();
  const template = await findTemplate(context.scope, step.template);
  if (!template)
    return outcomesOf(runs, () => ({ outcome: 'cannot', reason: `The template "${step.template}" does not exist.` }));
  if (step.transactional) return writeMails(context, step, template, runs);
  const subscriptions = await context.subscriptionsOf(runs);
  const subscribed = new Map([...subscriptions].filter(([, { status }]) => status === 'subscribed'));
  const lists = new Set([...subscribed.values()].map(({ listId }) => listId));
  const emails = lists.size > 0 ? await readStepEmails(context, step, template, [...lists]) : new Map<string, string>();
  const messages = runs.flatMap((run): NewMessage[] => {
    const email = emails.get(subscribed.get(run.id)?.listId ?? '');
    return email === undefined ? [] : [{ run, email }];
  });
  await writeMessages(context, messages);
  const done = new Set(messages.map(({ run }) => run.id));
  return outcomesOf(runs, ({ id }) => (done.has(id) ? DONE : exitOf(subscriptions.get(id))));
};

/** A bounce from any list ends a run. For an automation without a list, this is the place where it shows. */
const exitOf = (subscription: Subscription | undefined): StepOutcome => ({
  outcome: 'exit',
  exitReason: subscription?.status === 'bounced' ? 'bounced' : 'not_subscribed',
});

/**
 * The next moment at which e-mails may be sent in the person's time zone: now, or when the window opens. A weekday is the
 * day of opening, also past midnight. A window skipped by a clock change does not open that day. `zones`: the first known
 * one counts.
 */
function nextOpening(now: Date, { from, to, weekdays }: SendWindow, zones: readonly string[]): Date {
  const zone = firstKnown(zones);
  const today = Date.parse(localTimeAt(now, zone).slice(0, 10));
  // Yesterday's window may still be open.
  for (let day = -1; ; day++) {
    const date = new Date(today + day * DAY_MS);
    if (weekdays && !weekdays.includes(WEEKDAYS[date.getUTCDay()] as string)) continue;
    const opens = momentOf(on(date, from), zone);
    const closes = momentOf(on(to < from ? new Date(date.getTime() + DAY_MS) : date, to), zone);
    if (opens < closes && now < closes) return opens > now ? opens : now;
  }
}

const on = (date: Date, time: string): string => `${date.toISOString().slice(0, 10)}T${time}:00`;
