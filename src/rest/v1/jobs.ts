import {
  BulkUpdateDocument,
  BulkUpdatesDocument,
  CancelBulkUpdateDocument,
  StartBulkUpdateDocument,
} from '../../generated/documents.ts';
import { answer, one, page, unlessConflict } from '../answer.ts';
import { dataSchema } from '../openapi/envelopes.ts';
import { object, split } from '../openapi/shapes.ts';
import { route } from '../route.ts';
import type { ValueOf } from '../value.ts';

/** 202 with the job, and 200 with the number of chosen subscriptions for a dry run. */
const started = answer(
  ({ job, total }: ValueOf<typeof StartBulkUpdateDocument>) =>
    job ? { status: 202, body: { data: job } } : { status: 200, body: { data: { total } } },
  (value) => {
    const [{ job, total }] = split(value, 'job', 'total');
    return {
      200: dataSchema({
        ...object({ total: total! }),
        description: 'How many subscriptions or people the job would be about.',
      }),
      202: dataSchema(job!),
    };
  },
);

const TAG_ALL = { change: { add_tags: ['Wholesale'] }, people: { filter: { tag: 'Trade', status: 'subscribed' } } };

export const jobs = [
  route('GET /jobs', BulkUpdatesDocument, page),
  route('POST /jobs', StartBulkUpdateDocument, started, {
    example: TAG_ALL,
    description:
      'Changes many people in the background: all that match `people`. Read the job to follow its progress. With `dry_run` nothing changes.',
  }),
  route('GET /jobs/:job', BulkUpdateDocument, one),
  route('POST /jobs/:job/cancel', CancelBulkUpdateDocument, unlessConflict(one)),
];
