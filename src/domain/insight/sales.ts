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
  from?: unknown;
  to?: unknown;
  refunded?: unknown;
}

export const saleFilters = record({
  from: dateTime().nullish(),
  to: dateTime().nullish(),
  refunded: yesOrNo().nullish(),
});

const ORDER = { field: { ...byTime('occurredAt', sql`s.occurred_at`), name: 'occurred_at' }, ascending: false };

/**
 * A page of the team's sales from `from` until before `to`, most recent first, optionally only those with or without
 * refunds. Throws ValidationError.
 */
export async function listSales(scope: Scope, request: SalesRequest): Promise<Page<Sale>> {
  const { from, to, refunded } = parse(saleFilters, request);
  if (from && to && from >= to) throw new ValidationError([{ path: ['to'], problem: 'must be after from.' }]);
  return readSelection(scope, request, {
    from: sql`sales s`,
    id: sql`s.id`,
    order: ORDER,
    where: sql`s.team_id = ${scope.team.id}::int
      ${from ? sql`and s.occurred_at >= ${from}::timestamptz` : empty}
      ${to ? sql`and s.occurred_at < ${to}::timestamptz` : empty}
      ${refunded == null ? empty : refunded ? sql`and s.refunded > 0` : sql`and s.refunded = 0`}`,
    read: (ids) => scope.db.sale.findMany({ where: { teamId: scope.team.id, id: { in: ids } } }),
  });
}
