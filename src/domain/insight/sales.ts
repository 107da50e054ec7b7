import { empty, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Sale } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { record, yesOrNo } from '../../validation/text.ts';
import { dateTime } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { byTime } from '../ordering.ts';
import type { Page, PageRequest } from '../page.ts';
import { readSelection } from '../selection.ts';

/** The filters of a page of sales. */
export interface SalesRequest extends PageRequest {
  since?: unknown;
  until?: unknown;
  refunded?: unknown;
}

export const saleFilters = record({
  since: dateTime().nullish(),
  until: dateTime().nullish(),
  refunded: yesOrNo().nullish(),
});

const ORDER = { field: { ...byTime('occurredAt', sql`s.occurred_at`), name: 'occurred_at' }, ascending: false };

/**
 * A page of the team's sales from `since` until before `until`, most recent first, optionally only those with or without
 * refunds. Throws ValidationError.
 */
export async function listSales(scope: Scope, request: SalesRequest): Promise<Page<Sale>> {
  const { since, until, refunded } = parse(saleFilters, request);
  if (since && until && since >= until)
    throw new ValidationError([{ path: ['until'], problem: 'must be after since.' }]);
  return readSelection(scope, request, {
    from: sql`sales s`,
    id: sql`s.id`,
    order: ORDER,
    where: sql`s.team_id = ${scope.team.id}::int
      ${since ? sql`and s.occurred_at >= ${since}::timestamptz` : empty}
      ${until ? sql`and s.occurred_at < ${until}::timestamptz` : empty}
      ${refunded == null ? empty : refunded ? sql`and s.refunded > 0` : sql`and s.refunded = 0`}`,
    read: (ids) => readSales(scope, ids),
  });
}

/** The team's sales with these ids, in no order. */
export const readSales = ({ db, team }: Scope, ids: readonly string[]): Promise<Sale[]> =>
  db.sale.findMany({ where: { teamId: team.id, id: { in: [...ids] } } });
