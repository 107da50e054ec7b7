import { findTemplate } from '../../content/templates.ts';
import { fileMails } from '../emails/file-mails.ts';
import { type Filed, fileMessages } from '../emails/file-messages.ts';
import { readStepEmails } from '../emails/step-emails.ts';
import { DONE, outcomesOf } from './outcomes.ts';
import type { StepOutcome, Subscription, TakeStep } from './step-kind.ts';

/**
 * Sends each person an e-mail: filed in the ledger with the move of the run, so once, and sent by the workers that send
 * everything. What was filed is sent even when the automation is paused or archived meanwhile.
 */
export const send: TakeStep<'send'> = async (context, step, runs) => {
  const template = await findTemplate(context.scope, step.template);
  if (!template)
    return outcomesOf(runs, () => ({ outcome: 'cannot', reason: `There is no template "${step.template}".` }));
  if (step.transactional) return fileMails(context, step, template, runs);
  const subscriptions = await context.subscriptionsOf(runs);
  const subscribed = new Map([...subscriptions].filter(([, { status }]) => status === 'subscribed'));
  const lists = new Set([...subscribed.values()].map(({ listId }) => listId));
  const emails = lists.size > 0 ? await readStepEmails(context, step, template, [...lists]) : new Map<string, string>();
  const filed = runs.flatMap((run): Filed[] => {
    const email = emails.get(subscribed.get(run.id)?.listId ?? '');
    return email === undefined ? [] : [{ run, email }];
  });
  await fileMessages(context, filed);
  const done = new Set(filed.map(({ run }) => run.id));
  return outcomesOf(runs, ({ id }) => (done.has(id) ? DONE : exitOf(subscriptions.get(id))));
};

/** A bounce ends a run in whichever list it was: without a list of the automation that shows here. */
const exitOf = (subscription: Subscription | undefined): StepOutcome => ({
  outcome: 'exit',
  exitReason: subscription?.status === 'bounced' ? 'bounced' : 'not_subscribed',
});
