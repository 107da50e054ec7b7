import { ABSENT } from './example-objects.ts';
import { isObject } from './shapes.ts';

const MOMENT = '2026-01-31T12:00:00.000Z';

const DRAFT = { status: 'draft', recipients_count: 0, sent_count: 0, started_at: null, ended_at: null };
const SENDING = { status: 'sending', sent_count: 600, ended_at: null };
const NEW = { status: 'draft', activated_at: null, counts: { active: 0, completed: 0, exited: 0, failed: 0 } };
const UNSENT = {
  status: 'pending',
  opens: 0,
  clicks: 0,
  sent_at: null,
  transport: ABSENT,
  opened_at: ABSENT,
  clicked_at: ABSENT,
};
const STARTED = {
  status: 'processing',
  processed: 0,
  added: 0,
  updated: 0,
  failed: 0,
  skipped: 0,
  errors: [],
  finished_at: null,
};

/** The fields of an object's example that an operation leaves otherwise. */
const AFTER: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createList: { subscribed_count: 0 },
  unsubscribeSubscriber: { status: 'unsubscribed', unsubscribed_at: MOMENT },
  createSubscribers: STARTED,
  importSubscribers: STARTED,
  cancelImport: { status: 'cancelled' },
  createTag: { subscribers_count: 0 },
  createSuppression: { reason: 'manual' },
  sendTransactionalMail: UNSENT,
  resendTransactionalMail: UNSENT,
  createCampaign: DRAFT,
  updateCampaign: DRAFT,
  duplicateCampaign: DRAFT,
  unscheduleCampaign: DRAFT,
  resendCampaign: DRAFT,
  scheduleCampaign: { ...DRAFT, status: 'scheduled', scheduled_at: '2026-12-07T08:00:00.000Z' },
  sendCampaign: SENDING,
  resumeCampaign: SENDING,
  pickCampaignVariant: SENDING,
  pauseCampaign: { ...SENDING, status: 'paused' },
  cancelCampaign: { ...SENDING, status: 'cancelled', ended_at: MOMENT },
  createAutomation: NEW,
  duplicateAutomation: NEW,
  pauseAutomation: { status: 'paused' },
  archiveAutomation: { status: 'archived' },
  exitAutomationRun: { state: 'exited', exit_reason: 'removed', ended_at: MOMENT },
  createForm: { views: 0, sign_ups_count: 0 },
  createSendingDomain: { verified_at: null, checked_at: null },
  createApiToken: { last_used_at: null },
};

/** Whether a response shows a sent value as it is: a plain value, or a list of these. */
const isPlain = (value: unknown, shown: unknown): boolean =>
  Array.isArray(value)
    ? Array.isArray(shown) && value.every((one) => typeof one !== 'object')
    : !isObject(value) && (shown === null || typeof value === typeof shown);

/** Whether both are objects, or both lists. Keys that the sent one lacks are added afterwards. */
const isAlike = (sent: unknown, shown: unknown): boolean =>
  Array.isArray(sent) ? Array.isArray(shown) : isObject(sent) && (shown === null || isObject(shown));

/**
 * The example of a response to the example of a request: it shows the sent values, and the state in which the operation leaves the
 * object. `answer`: the example of the response for any operation.
 */
export function answerTo(operationId: string, sent: unknown, answer: unknown): unknown {
  if (!isObject(answer) || !isObject(answer.data)) return answer;
  const data = { ...answer.data };
  for (const [key, value] of Object.entries(isObject(sent) ? sent : {})) {
    if (key in data && (isPlain(value, data[key]) || isAlike(value, data[key]))) data[key] = value;
  }
  const changed = Object.entries({ ...data, ...AFTER[operationId] }).filter(([key]) => key in data);
  return { ...answer, data: Object.fromEntries(changed.filter(([, value]) => value !== ABSENT)) };
}
