import { run, sql } from '../../database/connect.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import type { Refund as RefundRow, Sale } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { minorUnits } from '../../validation/money.ts';
import { filled, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { catchDuplicate } from '../catch-duplicate.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { found, idOf } from '../found.ts';
import { countSale } from './count-sale.ts';
import { reference } from './event-input.ts';

export interface Refund {
  id: string;
  status: 'recorded' | 'duplicate';
  saleId: string;
  /** In the smallest unit of the currency. */
  value: number;
  currency: string;
  /** The sum of all refunds of the sale so far, and what is left of it. */
  refunded: number;
  left: number;
  reference: string | null;
  createdAt: Date;
}

const value = minorUnits().refine((value) => value > 0, 'must be at least 1.');
const ofConversion = record({ value: value.nullish(), reference: reference() });
const ofOrder = record({ reference: filled(255), value: value.nullish() });

/**
 * Takes revenue back from a sale, and so from the e-mail and the person it was credited to: `value`, or all that is left.
 * A known reference of the same sale returns the existing refund. Throws NotFoundError, and ValidationError when less is
 * left.
 */
export async function refundConversion(scope: Scope, id: unknown, input: unknown): Promise<Refund> {
  return refund(scope, { id: idOf(id) }, () => parse(ofConversion, input ?? {}));
}

/** The same for the sale, an order event or a conversion, that has this reference. Throws ValidationError. */
export async function refundOrder(scope: Scope, input: unknown): Promise<Refund> {
  const { value, reference } = parse(ofOrder, input);
  try {
    return await refund(scope, { reference }, () => ({ value, reference: null }));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new ValidationError([{ path: ['reference'], problem: 'must be the reference of a sale.' }]);
  }
}

/** Refunds of one sale happen one after the other: each holds the sale's row. `terms` are read once the sale is found. */
const refund = (
  scope: Scope,
  which: { id: string } | { reference: string },
  terms: () => { value?: number | null | undefined; reference: string | null },
): Promise<Refund> =>
  catchDuplicate('reference', () =>
    transaction(scope, async (scope) => {
      await withoutErasing(scope);
      const teamId = scope.team.id;
      const { id } = found(await scope.db.sale.findFirst({ where: { teamId, ...which }, select: { id: true } }));
      await run(scope.db, sql`select id::text from sales where team_id = ${teamId} and id = ${id}::uuid for update`);
      const where = { teamId_id: { teamId, id } };
      const sale = found(await scope.db.sale.findUnique({ where }));
      const { value, reference } = terms();
      const known =
        reference === null ? null : await scope.db.refund.findFirst({ where: { teamId, saleId: id, reference } });
      if (known) return shown(sale, known, 'duplicate');
      const amount = amountOf(sale, value ?? undefined);
      const changed = await scope.db.sale.update({ where, data: { refunded: sale.refunded + amount } });
      await countSale(scope, { ...sale, value: -amount }, { orders: 0 });
      // What is said of a person is not kept once the person was erased.
      const own = { reference: sale.personKey && reference };
      const row = { teamId, id: newId(), saleId: id, value: amount, ...own };
      return shown(changed, await scope.db.refund.create({ data: row }), 'recorded');
    }),
  );

function amountOf(sale: Sale, value: number | undefined): bigint {
  const left = sale.value - sale.refunded;
  const amount = value === undefined ? left : BigInt(value);
  if (left === 0n) throw new ValidationError([{ path: ['value'], problem: 'Nothing is left of the sale to refund.' }]);
  if (amount <= left) return amount;
  throw new ValidationError([
    { path: ['value'], problem: `must not be greater than ${left}, which is left of the sale.` },
  ]);
}

const shown = (sale: Sale, { id, value, reference, createdAt }: RefundRow, status: Refund['status']): Refund => ({
  ...{ id, status, saleId: sale.id, value: Number(value), currency: sale.currency },
  ...{ refunded: Number(sale.refunded), left: Number(sale.value - sale.refunded), reference, createdAt },
});
