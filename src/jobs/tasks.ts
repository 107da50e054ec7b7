import { isRefusal } from '../database/refusal.ts';
import { changeNext } from '../domain/audience/change-values.ts';
import { countTotal } from '../domain/audience/field-changes.ts';
import { mergeNext } from '../domain/audience/merge-tags.ts';
import { stripTag } from '../domain/audience/strip-tag.ts';
import { deleteSomeRuns } from '../domain/automations/delete-automation.ts';
import { removeOldMessages } from '../domain/automations/emails/remove-old-messages.ts';
import { endArchived } from '../domain/automations/end-archived.ts';
import { scheduleBulkUpdate } from '../domain/bulk/bulk-updates.ts';
import { continueBulkUpdate } from '../domain/bulk/continue-bulk-update.ts';
import { noteTrouble as noteBulkTrouble } from '../domain/bulk/note-trouble.ts';
import { deleteSomeMessages } from '../domain/campaigns/delete-messages.ts';
import { enqueueNextCampaign } from '../domain/campaigns/enqueue-campaign.ts';
import { removeSomeMessages } from '../domain/campaigns/remove-messages.ts';
import { sendSomeOfRest } from '../domain/campaigns/send-rest.ts';
import { giveUpFirst, processSignUps } from '../domain/forms/process-sign-ups.ts';
import { continueImport } from '../domain/imports/continue-import.ts';
import { noteTrouble } from '../domain/imports/end-import.ts';
import { removeSomeEvents } from '../domain/insight/remove-events.ts';
import { makeSomeDue } from '../domain/ledger/make-due.ts';
import { resetSchedule } from '../domain/transports/budgets.ts';
import { type JobName, transaction } from '../scope.ts';
import { mailInvitation, mailPasskeyChange, mailSignInLink } from './account-emails.ts';
import { inSlices, whileMore } from './in-slices.ts';
import type { Job, Task } from './task.ts';

/**
 * Processes queued sign-ups. Returns whether there are more. If PostgreSQL refuses a set, its sign-ups are processed one by
 * one, so that one cannot block the others forever.
 */
async function processSomeSignUps({ scope, log }: Job<'take-sign-ups'>): Promise<boolean> {
  try {
    return await processSignUps(scope);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  try {
    return await processSignUps(scope, 1);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.error({ err: error, signUp: await giveUpFirst(scope) }, 'gave up on a sign-up that could not be processed');
    return true;
  }
}

/** How long an import or a bulk update keeps a worker before other jobs run. */
const SLICE_MS = 1_000;

/** Imports the next chunks. When a chunk fails, the import itself schedules another try. */
const runImport: Task<'run-import'> = async ({ scope, payload: { importId }, log }) => {
  try {
    const end = Date.now() + SLICE_MS;
    await continueImport(scope, importId, () => Date.now() >= end);
  } catch (error) {
    log.error({ err: error, import: importId }, 'cannot import the next rows');
    await noteTrouble(scope, importId);
  }
};

/** Changes the next people. When a chunk fails, the bulk update itself schedules another try. */
const runBulkUpdate: Task<'run-bulk-update'> = async ({ scope, payload: { bulkUpdate }, log }) => {
  try {
    const end = Date.now() + SLICE_MS;
    let isLeft = true;
    while (isLeft && Date.now() < end) isLeft = await continueBulkUpdate(scope, bulkUpdate);
    if (isLeft) await scheduleBulkUpdate(scope, bulkUpdate);
  } catch (error) {
    log.error({ err: error, bulkUpdate }, 'cannot change the next people');
    await noteBulkTrouble(scope, bulkUpdate);
  }
};

/** The task of each kind of job. A kind without a task does not compile. */
export const tasks: { [Name in JobName]: Task<Name> } = {
  'run-import': runImport,
  'run-bulk-update': runBulkUpdate,

  'strip-tag': inSlices(async ({ scope, payload: { tag, after } }) => {
    const next = await stripTag(scope, tag, after);
    return next && { tag, after: next };
  }),
  'merge-tags': inSlices(async ({ scope, payload: { tag, by, after } }) => {
    const next = await transaction(scope, (scope) => mergeNext(scope, tag, by, after));
    return next && { tag, by, after: next };
  }),
  'change-field': async (job) => {
    await countTotal(job.scope, job.payload.change);
    await changeValues(job);
  },

  'make-due': async (job) => {
    const { scope, payload } = job;
    if ('limitsOf' in payload.waited) await resetSchedule(scope, payload.waited.limitsOf);
    await makeMessagesDue(job);
  },
  'enqueue-campaigns': async ({ scope }) => {
    while (await enqueueNextCampaign(scope.db));
  },
  'send-rest': whileMore(({ scope, payload }) => sendSomeOfRest(scope, payload.campaignId)),

  'remove-events': inSlices(async ({ scope, payload, keep }) => {
    const next = await removeSomeEvents(scope, payload.from, keep.events);
    return next && { from: next };
  }),
  'remove-messages': whileMore(
    async ({ scope, keep }) =>
      (await removeSomeMessages(scope, keep.messages)) || (await removeOldMessages(scope, keep.messages)),
  ),
  'delete-campaign': whileMore(
    ({ scope, payload }) => deleteSomeMessages(scope, payload.campaignId),
    ({ campaignId }) => campaignId,
  ),
  'delete-automation': whileMore(
    ({ scope, payload }) => deleteSomeRuns(scope, payload.automationId),
    ({ automationId }) => `delete ${automationId}`,
  ),
  'end-runs': whileMore(
    ({ scope, payload }) => transaction(scope, (scope) => endArchived(scope, payload.automationId)),
    ({ automationId }) => `end runs ${automationId}`,
  ),

  'take-sign-ups': whileMore(processSomeSignUps, () => 'more'),

  'mail-sign-in-link': mailSignInLink,
  'mail-passkey-change': mailPasskeyChange,
  'mail-invitation': mailInvitation,
};

const changeValues = whileMore<'change-field'>(
  ({ scope, payload }) => changeNext(scope, payload.change),
  ({ change }) => String(change),
);

const makeMessagesDue = whileMore<'make-due'>(({ scope, payload }) => makeSomeDue(scope, payload.waited));
