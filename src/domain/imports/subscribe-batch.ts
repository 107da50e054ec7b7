import { z } from 'zod';
import { type Scope, transaction } from '../../scope.ts';
import { extended, listOf } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { batchOptions, termsOf, validateLeniently, withOptions } from '../audience/batch-options.ts';
import { lockList } from '../audience/lists.ts';
import { subscribeAtOnce } from '../audience/subscribe-one.ts';
import { type RowsResult, validateRows } from '../audience/subscribe-rows.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { createImport, type Import } from './imports.ts';

/** The results of the rows, or the import that will process them. */
export interface BatchResult extends RowsResult {
  import?: Import;
  /** How many rows wait in the import. */
  queued?: number;
}

const MAX_AT_ONCE = 100;
const MAX = 1_000;

export const subscriberBatch = extended(batchOptions, { subscribers: listOf(z.unknown(), 1, MAX) });

/** The rows, and the options for all of them. Validated by subscribeBatch. */
export type GivenBatch = { [Name in keyof z.input<typeof subscriberBatch>]?: unknown };

/**
 * Subscribes up to 1,000 addresses to a list, or ends their subscriptions, as each row says. Each row is validated on its
 * own. Up to 100 rows are processed at once; more run in the background as an import. Throws NotFoundError for the list,
 * ValidationError for the batch as a whole.
 */
export function subscribeBatch(scope: Scope, listId: unknown, given: GivenBatch): Promise<BatchResult> {
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    const list = await lockList(scope, listId);
    const { subscribers, ...options } = parse(subscriberBatch, given);
    const terms = termsOf(options);
    const validated = validateRows(subscribers, terms.skipInvalid ? validateLeniently : undefined).map((row) =>
      withOptions(row, options),
    );
    if (validated.length <= MAX_AT_ONCE) return subscribeAtOnce(scope, list, validated, terms);
    const queued = await createImport(scope, list, 'api-batch.json', validated, terms);
    return { rows: [], added: 0, updated: 0, failed: 0, import: queued, queued: validated.length };
  });
}
