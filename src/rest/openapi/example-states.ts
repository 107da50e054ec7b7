import { ABSENT } from './example-objects.ts';

const MOMENT = '2026-01-31T12:00:00.000Z';
const SITE = 'https://mail.shop.example';
const TOKEN = 'AAABmh_hwc1-K7ZxQm0tPdV3nR5sYw8uJfL2cXe4hGk6bTa9';

const DRAFT = { status: 'draft', recipients_count: 0, sent_count: 0, started_at: null, ended_at: null };
const SENDING = { status: 'sending', sent_count: 600, ended_at: null };
const NEW = { status: 'draft', activated_at: null, counts: { active: 0, completed: 0, exited: 0, failed: 0 } };
const UNSENT = {
  status: 'pending',
  opens: 0,
  clicks: 0,
  sent_at: null,
  send_at: ABSENT,
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
const SHARED = { report_url: `${SITE}/report/${TOKEN}/MTc2OTg2MDgwMDAwMA` };
const RECORDED_BEFORE = { status: 'duplicate' };

const keyOf = (status: string, selector: string, state: string) => ({
  status,
  selector,
  bits: 2048,
  name: `${selector}._domainkey.shop.example`,
  state,
  keep_until: null,
});

/** The DNS record of a key that was not looked up yet. */
const unseenKey = (purpose: string, selector: string) => ({
  purpose,
  type: 'txt',
  is_optional: purpose === 'next_dkim',
  name: `${selector}._domainkey.shop.example`,
  value: 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA',
  state: 'unknown',
  published: [],
  advice: [],
});

const RENDERED = { subject: 'Thank you, Ada', html: '<p>Thank you, Ada!</p>', text: 'Thank you, Ada!' };

/**
 * The fields of an object's example that an operation leaves otherwise. A key with a status is for that response alone, and comes
 * after the one without.
 */
export const STATES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createList: { subscribed_count: 0 },
  unsubscribeSubscriber: { status: 'unsubscribed', unsubscribed_at: MOMENT },
  createSubscribers: { ...STARTED, file_name: 'api-batch.json' },
  importSubscribers: STARTED,
  cancelImport: { status: 'cancelled' },
  exportPerson: {
    known_since: MOMENT,
    last_engaged_at: MOMENT,
    revenue: [{ currency: 'EUR', revenue: 3750, orders: 3 }],
  },
  createTag: { subscribers_count: 0 },
  createSuppression: { reason: 'manual' },
  'recordConversion 200': RECORDED_BEFORE,
  'refundOrder 200': RECORDED_BEFORE,
  'refundConversion 200': RECORDED_BEFORE,
  createTemplate: { locale_variants: {} },
  previewForm: { html: '<!doctype html><html lang="en"><title>Join us</title>' },
  previewTemplate: { subject: 'Hello Ada', html: '<h1>Hello Ada</h1>', text: 'Hello Ada' },
  renderTemplate: RENDERED,
  sendTransactionalMail: UNSENT,
  resendTransactionalMail: UNSENT,
  getOutboxMessage: {
    subject: RENDERED.subject,
    content: {
      html: RENDERED.html,
      text: RENDERED.text,
      headers: [
        { name: 'From', value: 'hello@shop.example' },
        { name: 'Subject', value: RENDERED.subject },
      ],
      attachments: [{ filename: 'receipt.pdf', content_type: 'application/pdf', size: 3120 }],
      source: `From: hello@shop.example\r\nSubject: ${RENDERED.subject}\r\n\r\n${RENDERED.text}\r\n`,
    },
  },
  createCampaign: { ...DRAFT, segments: [] },
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
  getCampaignReportLink: SHARED,
  shareCampaignReport: SHARED,
  getCampaignComparison: {
    campaigns: 8,
    rates: { open: 0.42, click: 0.08, click_to_open: 0.19, unsubscribe: 0.002, bounce: 0.01, complaint: 0.0005 },
    revenue_per_recipient: [{ currency: 'EUR', amount: 96.5 }],
  },
  createAutomation: NEW,
  duplicateAutomation: NEW,
  pauseAutomation: { status: 'paused' },
  archiveAutomation: { status: 'archived' },
  exitAutomationRun: { state: 'exited', exit_reason: 'removed', ended_at: MOMENT },
  createForm: {
    views: 0,
    sign_ups_count: 0,
    fields: [{ field: 'first_name', label: 'First name', required: true, hidden: false, value: null }],
    consent_version: 1,
  },
  createSendingDomain: {
    verified_at: null,
    checked_at: null,
    records: [unseenKey('dkim', 'tidings1')],
    dkim_keys: [keyOf('current', 'tidings1', 'unknown')],
  },
  rotateDkim: {
    rotation_started_at: MOMENT,
    records: [unseenKey('next_dkim', 'mail2027')],
    dkim_keys: [keyOf('current', 'tidings1', 'ok'), keyOf('next', 'mail2027', 'unknown')],
  },
  createTransport: {
    secure: false,
    sent_today: 0,
    domain_limits: [],
    headers: {},
    is_default: false,
    sending_pauses: [],
  },
  createFeedbackSource: {
    last_received_at: null,
    url: `${SITE}/feedback/generic/${TOKEN}`,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  },
  createApiToken: { last_used_at: null },
};
