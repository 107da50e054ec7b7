import {
  CampaignAudienceDocument,
  CampaignComparisonDocument,
  CampaignDocument,
  CampaignRecipientsDocument,
  CampaignReportDocument,
  CampaignReportLinkDocument,
  CampaignsDocument,
  CancelCampaignDocument,
  CheckCampaignDocument,
  CreateCampaignDocument,
  DeleteCampaignDocument,
  DuplicateCampaignDocument,
  ExportRecipientsDocument,
  PauseCampaignDocument,
  PickVariantDocument,
  PreviewCampaignDocument,
  ResendCampaignDocument,
  ResumeCampaignDocument,
  RevokeCampaignReportLinkDocument,
  ScheduleCampaignDocument,
  SegmentCampaignsDocument,
  SendCampaignDocument,
  ShareCampaignReportDocument,
  TemplateCampaignsDocument,
  TestCampaignDocument,
  UnscheduleCampaignDocument,
  UpdateCampaignDocument,
} from '../../generated/documents.ts';
import { answer, created, dataOf, gone, one, page, pageOf, unlessConflict } from '../answer.ts';
import { dataSchema } from '../openapi/envelopes.ts';
import { EXAMPLE_ID } from '../openapi/example-ids.ts';
import { listOf, object, propertyOf, split } from '../openapi/shapes.ts';
import { PROBLEMS, problem } from '../problems.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';
import { byReason, REASONS } from './by-reason.ts';

const checked = answer(
  ({ problems, warnings, ...check }: ValueOf<typeof CheckCampaignDocument>) => ({
    status: 200,
    body: { data: { ...check, problems: problems.map(problem), warnings: warnings.map(problem) } },
  }),
  (value) => {
    const [, check] = split(value, 'problems', 'warnings');
    return { 200: dataSchema(object({ ...check, problems: PROBLEMS, warnings: PROBLEMS })) };
  },
);

type ReportValue = ValueOf<typeof CampaignReportDocument>['report'];

const REASONS_OF_REPORT = ['withheld', 'unsubscribe_reasons'] as const;

type Reasons = readonly { reason: string; count: number }[];

/** Figures with reasons as keys, a growing set. */
const withReasons = <Figures extends { withheld: Reasons; unsubscribe_reasons: Reasons }>(figures: Figures) => ({
  ...figures,
  withheld: byReason(figures.withheld),
  unsubscribe_reasons: byReason(figures.unsubscribe_reasons),
});

const report = answer(
  ({ report: { variants, ...figures } }: { report: ReportValue }) => ({
    status: 200,
    body: { data: { ...withReasons(figures), variants: variants.map(withReasons) } },
  }),
  (value) => {
    const reasons = { withheld: REASONS, unsubscribe_reasons: REASONS };
    const [{ variants }, figures] = split(propertyOf(value, 'report'), ...REASONS_OF_REPORT, 'variants');
    const [, variant] = split(variants, ...REASONS_OF_REPORT);
    const all = { ...figures, ...reasons, variants: listOf(object({ ...variant, ...reasons })) };
    return { 200: dataSchema(object(all)) };
  },
);

const RECIPIENTS = {
  name: 'recipients',
  types: { csv: 'text/csv; charset=utf-8; header=present', ndjson: 'application/x-ndjson' },
  examples: {
    csv: `email,state,reason,variant,sent_at,opened,clicked,unsubscribed,bounced,complained,message\r\nada@example.com,sent,,,2026-01-31T12:00:00.000Z,true,false,false,,false,${EXAMPLE_ID}\r\n`,
    ndjson: `{"email":"ada@example.com","state":"sent","reason":null,"variant":null,"sent_at":"2026-01-31T12:00:00.000Z","opened":true,"clicked":false,"unsubscribed":false,"bounced":null,"complained":false,"message":"${EXAMPLE_ID}"}\n`,
  },
};

const NEW_CAMPAIGN = {
  name: 'Spring sale',
  list: EXAMPLE_ID,
  template: 'Thanks',
  subject: 'Spring is here',
  preheader: 'New shoes for you, {{ subscriber.first_name }}',
  text: 'Spring is here, {{ subscriber.first_name }}: https://shop.example/spring',
  utm: { source: 'newsletter', medium: 'email', campaign: 'spring' },
  archive: true,
};

const AB_TEST = {
  variants: [
    { name: 'Calm' },
    { name: 'Eager', subject: 'Spring is near', from_name: 'Ada of the shop', text: 'Spring is near.' },
  ],
  sample_percent: 20,
  decide_after: 'PT4H',
  by: 'clicks',
};

const NEW_CAMPAIGNS = {
  simple: { summary: 'To everybody on a list', value: NEW_CAMPAIGN },
  ab_test: {
    summary: 'With an A/B test',
    value: { name: 'Spring sale', list: EXAMPLE_ID, template: 'Thanks', subject: 'Spring is here', test: AB_TEST },
  },
  recurring: {
    summary: 'Every Monday, with the new entries of a feed',
    value: {
      name: 'Shoe news',
      list: EXAMPLE_ID,
      template: 'Thanks',
      recurrence: { rule: 'FREQ=WEEKLY;BYDAY=MO', start: '2026-12-07T09:00:00', timezone: 'Europe/Berlin' },
      feed_url: 'https://shop.example/blog/feed.xml',
    },
  },
};

const CHANGED_CAMPAIGN = {
  name: 'Early spring sale',
  recurrence: null,
  feed_url: null,
  test: AB_TEST,
};

export const campaigns = [
  route('GET /campaigns', CampaignsDocument, page),
  route('POST /campaigns', CreateCampaignDocument, created, { examples: NEW_CAMPAIGNS }),
  route('GET /segments/:segment/campaigns', SegmentCampaignsDocument, pageOf('campaigns')),
  route('GET /templates/:template/campaigns', TemplateCampaignsDocument, pageOf('campaigns')),
  route('GET /campaigns/:campaign', CampaignDocument, one),
  route('PUT /campaigns/:campaign', UpdateCampaignDocument, unlessConflict(one), { example: CHANGED_CAMPAIGN }),
  route('DELETE /campaigns/:campaign', DeleteCampaignDocument, unlessConflict(gone)),
  route('GET /campaigns/:campaign/report', CampaignReportDocument, report),
  route('GET /campaigns/:campaign/comparison', CampaignComparisonDocument, dataOf('comparison')),
  route('GET /campaigns/:campaign/report/link', CampaignReportLinkDocument, one, {
    description: 'The public link to the report of a campaign.',
  }),
  route('POST /campaigns/:campaign/report/link', ShareCampaignReportDocument, unlessConflict(one)),
  route('DELETE /campaigns/:campaign/report/link', RevokeCampaignReportLinkDocument, gone),
  route('GET /campaigns/:campaign/recipients', CampaignRecipientsDocument, pageOf('recipients')),
  route('GET /campaigns/:campaign/audience', CampaignAudienceDocument, pageOf('audience')),
  route('GET /campaigns/:campaign/preview', PreviewCampaignDocument, one),
  route('POST /campaigns/:campaign/duplicate', DuplicateCampaignDocument, created),
  route('POST /campaigns/:campaign/test', TestCampaignDocument, unlessConflict(created)),
  route('GET /campaigns/:campaign/recipients/export', ExportRecipientsDocument, RECIPIENTS),
  route('POST /campaigns/:campaign/check', CheckCampaignDocument, unlessConflict(checked)),
  route('POST /campaigns/:campaign/send', SendCampaignDocument, unlessConflict(one)),
  route('POST /campaigns/:campaign/schedule', ScheduleCampaignDocument, unlessConflict(one), {
    example: { at: '2026-12-01T09:00', timezone: 'Europe/Berlin' },
  }),
  route('POST /campaigns/:campaign/unschedule', UnscheduleCampaignDocument, unlessConflict(one)),
  route('POST /campaigns/:campaign/resend-to', ResendCampaignDocument, unlessConflict(created), {
    example: { who: 'not_opened', machine_opens: 'count', subject: 'Did you see our spring sale?' },
  }),
  route('POST /campaigns/:campaign/pause', PauseCampaignDocument, unlessConflict(one)),
  route('POST /campaigns/:campaign/resume', ResumeCampaignDocument, unlessConflict(one)),
  route('POST /campaigns/:campaign/cancel', CancelCampaignDocument, unlessConflict(one)),
  route('POST /campaigns/:campaign/pick', PickVariantDocument, unlessConflict(one), { example: { variant: 2 } }),
];
