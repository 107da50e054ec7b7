import type { JobName } from '../scope.ts';
import { changeField } from './change-field.ts';
import { deleteAutomation } from './delete-automation.ts';
import { deleteCampaign } from './delete-campaign.ts';
import { endRuns } from './end-runs.ts';
import { enqueueCampaigns } from './enqueue-campaigns.ts';
import { mailInvitation } from './mail-invitation.ts';
import { mailPasskeyChange } from './mail-passkey-change.ts';
import { mailSignInLink } from './mail-sign-in-link.ts';
import { makeDue } from './make-due.ts';
import { mergeTags } from './merge-tags.ts';
import { processSignUps } from './process-sign-ups.ts';
import { removeEvents } from './remove-events.ts';
import { removeMessages } from './remove-messages.ts';
import { runImport } from './run-import.ts';
import { sendRest } from './send-rest.ts';
import { stripTag } from './strip-tag.ts';
import type { Task } from './task.ts';

/** The task of each kind of job. A kind without a task does not compile. */
export const tasks: { [Name in JobName]: Task<Name> } = {
  'run-import': runImport,
  'strip-tag': stripTag,
  'merge-tags': mergeTags,
  'change-field': changeField,
  'make-due': makeDue,
  'enqueue-campaigns': enqueueCampaigns,
  'send-rest': sendRest,
  'remove-events': removeEvents,
  'remove-messages': removeMessages,
  'delete-campaign': deleteCampaign,
  'delete-automation': deleteAutomation,
  'end-runs': endRuns,
  'mail-sign-in-link': mailSignInLink,
  'mail-passkey-change': mailPasskeyChange,
  'mail-invitation': mailInvitation,
  'take-sign-ups': processSignUps,
};
