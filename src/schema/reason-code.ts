import {
  CAMPAIGN_FAILURES,
  CAMPAIGN_PAUSES,
  IMPORT_FAILURES,
  MAIL_FAILURES,
  REQUEST_ERRORS,
  type ReasonCodes,
  STEP_REASONS,
  TRANSPORT_PROBLEMS,
} from '../reason-codes.ts';
import { growingEnum } from './enums.ts';

/** The enumeration beside a reason in words. */
const reasonCode = (name: string, description: string, { meanings, codeOf }: ReasonCodes) => ({
  type: growingEnum(name, description, meanings).type,
  codeOf,
});

export const MailFailure = reasonCode('TransactionalMailFailureCode', 'Why an e-mail failed.', MAIL_FAILURES);
export const CampaignFailure = reasonCode(
  'CampaignFailureCode',
  'Why a campaign failed when it was due.',
  CAMPAIGN_FAILURES,
);
export const CampaignPause = reasonCode(
  'CampaignPauseCode',
  'Why a campaign was paused automatically.',
  CAMPAIGN_PAUSES,
);
export const RequestError = reasonCode('RequestErrorCode', 'Why a request to another server failed.', REQUEST_ERRORS);
export const TransportProblem = reasonCode(
  'TransportProblemCode',
  'Why a test of a transport failed.',
  TRANSPORT_PROBLEMS,
);
export const ImportFailure = reasonCode('ImportFailureCode', 'Why a whole import failed.', IMPORT_FAILURES);
export const StepReason = reasonCode(
  'AutomationStepReasonCode',
  'Why a step was skipped or failed, or waited.',
  STEP_REASONS,
);
