import { AutomationReportDocument, AutomationStepCountsDocument } from '../../generated/documents.ts';
import { answer, dataOf } from '../answer.ts';
import { dataSchema } from '../openapi/envelopes.ts';
import { absentForNull, listOf, object, propertyOf, split } from '../openapi/shapes.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';

const OF_EMAILS = ['sent', 'opens', 'clicks', 'unsubscribes', 'bounces', 'complaints', 'revenue'];

const REASONS = { type: 'object', additionalProperties: { type: 'integer' } } as const;

/** Uses reasons as keys, a growing set, and leaves out e-mail figures of steps without e-mails. */
const report = answer(
  ({ exited, steps, ...figures }: ValueOf<typeof AutomationReportDocument>) => ({
    status: 200,
    body: {
      data: {
        ...figures,
        exited: Object.fromEntries(exited.map(({ reason, count }) => [reason, count])),
        steps: steps.map((step) => Object.fromEntries(Object.entries(step).filter(([, value]) => value !== null))),
      },
    },
  }),
  (value) => {
    const [, figures] = split(value, 'exited', 'steps');
    const step = absentForNull(propertyOf(value, 'steps').items as typeof value, ...OF_EMAILS);
    return { 200: dataSchema(object({ ...figures, exited: REASONS, steps: listOf(step) })) };
  },
);

export const automationReports = [
  route('GET /automations/:automation/report', AutomationReportDocument, report),
  route('GET /automations/:automation/step-counts', AutomationStepCountsDocument, dataOf('step_counts'), {
    description: 'The number of runs at each step of an automation that was reached in any version.',
  }),
];
