import { ValidationError } from '../../errors.ts';
import type { Sale } from '../../generated/prisma/client.ts';
import { type Scope, transaction } from '../../scope.ts';
import { currency, minorUnits } from '../../validation/money.ts';
import { record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { changeRevenue } from './count-sale.ts';
import { byReference, lockSale, saleIdOf, saleReference, type WhichSale } from './lock-sale.ts';
import { type Conversion, shownSale } from './record-conversion.ts';

const change = { value: minorUnits(), currency: currency().nullish() };
export const saleChange = record(change);
export const orderChange = record({ reference: saleReference(), ...change });

/** In the smallest unit of the currency. */
interface Change {
  value: number;
  /** Only checked: a sale keeps its currency. */
  currency?: string | null | undefined;
}

/**
 * Corrects the value of a sale, a conversion or an order event, after the shop has edited the order. The credited revenue
 * follows. Returns the sale. Throws NotFoundError, and ValidationError if more was refunded or the currency differs.
 */
export const updateConversion = (scope: Scope, id: unknown, input: unknown): Promise<Conversion> =>
  update(scope, { id: saleIdOf(id) }, () => parse(saleChange, input ?? {}));

/** Like `updateConversion`, for the sale with this reference. Throws ValidationError if there is none. */
export async function updateOrder(scope: Scope, input: unknown): Promise<Conversion> {
  const { reference, ...change } = parse(orderChange, input);
  return byReference(update(scope, { reference }, () => change));
}

/** `change` is read once the sale is found. */
const update = (scope: Scope, which: WhichSale, change: () => Change): Promise<Conversion> =>
  transaction(scope, async (scope) => {
    const sale = await lockSale(scope, which);
    const value = correctedValue(sale, change());
    if (value === sale.value) return shownSale(sale);
    const where = { teamId_id: { teamId: sale.teamId, id: sale.id } };
    const changed = await scope.db.sale.update({ where, data: { value } });
    await changeRevenue(scope, sale, value - sale.value);
    return shownSale(changed);
  });

function correctedValue(sale: Sale, { value, currency }: Change): bigint {
  const issues = [
    ...(BigInt(value) < sale.refunded
      ? [{ path: ['value'], problem: `must be at least ${sale.refunded}, the refunded amount.` }]
      : []),
    ...(currency && currency !== sale.currency
      ? [{ path: ['currency'], problem: `must be ${sale.currency}, the currency of the sale.` }]
      : []),
  ];
  if (issues.length > 0) throw new ValidationError(issues);
  return BigInt(value);
}
