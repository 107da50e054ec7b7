import { z } from 'zod';
import { parse } from '../../rules/parse.ts';
import { listOf, record } from '../../rules/text.ts';
import { type Scope, transaction } from '../../scope.ts';
import { withoutErasing } from '../privacy/gate.ts';
import { fileImport, type Import } from './imports.ts';
import { holdList, type List } from './lists.ts';
import { type JudgedRow, judgeRows, type RowsResult, subscribeRows } from './subscribe-rows.ts';
import { announceSubscribers } from './subscriber-feed.ts';

/** What became of the rows at once, or the import that they were filed as. */
export interface BatchResult extends RowsResult {
  import?: Import;
  /** How many rows wait in the import. */
  queued?: number;
}

const MOST_AT_ONCE = 100;
const MOST = 1_000;

const batch = record({ rows: listOf(z.unknown(), 1, MOST) });

/**
 * Subscribes up to 1,000 addresses to a list, each row judged by itself: at once when there are 100 at most, else in
 * the background as an import. Throws NotFoundError for the list, ValidationError for the batch as a whole.
 */
export function subscribeBatch(scope: Scope, listId: unknown, rows: unknown): Promise<BatchResult> {
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    const list = await holdList(scope, listId);
    const judged = judgeRows(parse(batch, { rows }).rows);
    if (judged.length <= MOST_AT_ONCE) return subscribeAtOnce(scope, list, judged);
    const filed = await fileImport(scope, list, 'api-batch.json', judged);
    return { rows: [], added: 0, updated: 0, failed: 0, import: filed, queued: judged.length };
  });
}

async function subscribeAtOnce(scope: Scope, list: List, rows: JudgedRow[]): Promise<RowsResult> {
  const result = await subscribeRows(scope, list, rows);
  await announceSubscribers(scope, [...new Set(result.rows.flatMap(({ id }) => id ?? []))]);
  return result;
}
