const OF_STEP = {
  done: 'Runs that finished this step.',
  entered: 'Runs that reached this step.',
  failed: 'Runs that failed at this step.',
  skipped: 'Runs that skipped this step.',
};

const FAILED_MESSAGES = 'Messages rejected for good, or given up after repeated attempts.';

/** What the counts of a type count, by `Type.field`. */
export const COUNTS: Readonly<Record<string, string>> = {
  'AutomationCounts.active': 'Runs in progress.',
  'AutomationCounts.completed': 'Runs that completed all steps.',
  'AutomationCounts.exited': 'Runs that ended early.',
  'AutomationCounts.failed': 'Runs that ended because a step failed.',
  'AutomationExitCount.count': 'Runs that ended for this reason.',
  ...ofType('AutomationStepCounts', OF_STEP),
  ...ofType('AutomationStepReport', OF_STEP),
  'CampaignReport.failed': FAILED_MESSAGES,
  'CreateSubscribersPayload.failed': 'Rows that failed.',
  'DomainReportResult.count': 'Messages (DMARC) or sessions (TLS) with this result.',
  'DomainReportSource.failed':
    'DMARC: messages that passed neither DKIM nor SPF. TLS: sessions without valid encryption.',
  'EventCount.count': 'How often the person did it.',
  'MediaUses.total': 'All objects that use the image, including those beyond the first hundred.',
  'MessageCounts.total': 'Sent messages of all kinds.',
  'RefusalCount.count': 'Refusals on this day.',
  'ReportFigures.failed': FAILED_MESSAGES,
  'SkippedCount.count': 'Messages skipped for this reason.',
  'SoftBounceCount.count': 'Soft bounces with this cause.',
  'SubscriberStatusCounts.total': 'Subscribers in any status.',
  'TemplateUses.total': 'All objects that use the template, including those beyond the first hundred.',
  'UnsubscribeReasonCount.count': 'People who gave this reason.',
  'VariantReport.failed': FAILED_MESSAGES,
};

function ofType(type: string, texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([field, text]) => [`${type}.${field}`, text]));
}
