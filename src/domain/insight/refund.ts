import { sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Refund as RefundRow, Sale } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { minorUnits } from '../../validation/money.ts';
import { record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { byTime } from '../ordering.ts';
import type { Page, PageRequest } from '../page.ts';
import { readSelections } from '../selection.ts';
import { changeRevenue } from './count-sale.ts';
import { reference } from './event-input.ts';
import { byReference, lockSale, saleIdOf, saleReference, type WhichSale } from './lock-sale.ts';

export interface Refund {
  id: string;
  status: 'recorded' | 'duplicate';
  saleId: string;
  /** In the smallest unit of the currency. */
  value: number;
  currency: string;
  /** The sum of all refunds of the sale so far, and the rest. */
  refunded: number;
  left: number;
  reference: string | null;
  createdAt: Date;
  /** The sale after all its refunds so far. */
  sale: Sale;
}

const value = minorUnits()
  .refine((value) => value > 0, 'must be at least 1.')
  .meta({ minimum: 1 });
export const refundInput = record({ value: value.nullish(), reference: reference(), refundReference: reference() });
export const orderRefundInput = record({
  reference: saleReference(),
  value: value.nullish(),
  refundReference: reference(),
});

/** The amount to refund: `value`, or all that is left. */
interface Terms {
  value?: number | null | undefined;
  reference: string | null;
}

/**
 * Refunds a sale, and so reduces the revenue of the credited e-mail and of the person: by `value`, or by all that is left.
 * `refundReference` is the caller's own identifier of the refund; `reference` is its older name. A known one of the same
 * sale returns the existing refund. Throws NotFoundError, and ValidationError if less is left.
 */
export async function refundConversion(scope: Scope, id: unknown, input: unknown): Promise<Refund> {
  return refund(scope, { id: saleIdOf(id) }, () => {
    const { value, ...names } = parse(refundInput, input ?? {});
    return { value, reference: oneOf(names) };
  });
}

/** Like `refundConversion`, for the order event or conversion with this reference. Throws ValidationError if there is none. */
export async function refundOrder(scope: Scope, input: unknown): Promise<Refund> {
  const { reference, value, refundReference } = parse(orderRefundInput, input);
  return byReference(refund(scope, { reference }, () => ({ value, reference: refundReference })));
}

/** Refunds of one sale happen one after another: each locks the sale's row. `terms` are read once the sale is found. */
const refund = (scope: Scope, which: WhichSale, terms: () => Terms): Promise<Refund> =>
  transaction(scope, async (scope) => {
    const sale = await lockSale(scope, which);
    const { value, reference } = terms();
    const of = { teamId: scope.team.id, saleId: sale.id };
    const known = reference === null ? null : await scope.db.refund.findFirst({ where: { ...of, reference } });
    if (known) return shown(sale, known, 'duplicate');
    const amount = amountOf(sale, value ?? undefined);
    const where = { teamId_id: { teamId: sale.teamId, id: sale.id } };
    const changed = await scope.db.sale.update({ where, data: { refunded: sale.refunded + amount } });
    await changeRevenue(scope, sale, -amount);
    // References may identify a person, so they are not stored after an erasure.
    const own = { reference: sale.personKey && reference };
    return shown(
      changed,
      await scope.db.refund.create({ data: { ...of, id: newId(), value: amount, ...own } }),
      'recorded',
    );
  });

/** The team's refunds with these ids, in no order, in two statements. */
export async function readRefunds({ db, team }: Scope, ids: readonly string[]): Promise<Refund[]> {
  const rows = await db.refund.findMany({ where: { teamId: team.id, id: { in: [...ids] } }, include: { sale: true } });
  return rows.map(({ sale, ...row }) => shown(sale, row, 'recorded'));
}

/** A page of the refunds of each sale, oldest first. A few statements for any number of sales. */
export const listRefundsOf = (scope: Scope, saleIds: string[], request: PageRequest): Promise<Page<Refund>[]> =>
  readSelections(scope, saleIds, request, {
    from: sql`refunds r`,
    id: sql`r.id`,
    order: OLDEST_FIRST,
    where: sql`r.team_id = ${scope.team.id}::int and r.sale_id = owner.id`,
    read: (ids) => readRefunds(scope, ids),
  });

const OLDEST_FIRST = { field: { ...byTime('createdAt', sql`r.created_at`), name: 'created_at' }, ascending: true };

/** The caller's identifier of a refund, which has two names. */
function oneOf({ reference, refundReference }: Record<'reference' | 'refundReference', string | null>): string | null {
  if (reference !== null && refundReference !== null && reference !== refundReference) {
    throw new ValidationError([{ path: ['refundReference'], problem: 'must equal reference, or be left out.' }]);
  }
  return refundReference ?? reference;
}

function amountOf(sale: Sale, value: number | undefined): bigint {
  const left = sale.value - sale.refunded;
  const amount = value === undefined ? left : BigInt(value);
  if (left === 0n) throw new ValidationError([{ path: ['value'], problem: 'The sale is already refunded in full.' }]);
  if (amount <= left) return amount;
  throw new ValidationError([
    { path: ['value'], problem: `must not be greater than ${left}, the remaining value of the sale.` },
  ]);
}

const shown = (sale: Sale, { id, value, reference, createdAt }: RefundRow, status: Refund['status']): Refund => ({
  id,
  status,
  saleId: sale.id,
  value: Number(value),
  currency: sale.currency,
  refunded: Number(sale.refunded),
  left: Number(sale.value - sale.refunded),
  reference,
  createdAt,
  sale,
});
