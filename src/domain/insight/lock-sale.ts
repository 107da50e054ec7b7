import { run, sql } from '../../database/connect.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import type { Sale } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { isBlank, text } from '../../validation/text.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { found } from '../found.ts';

/** Names a sale: a reference is looked for as it is, and then without the spaces around it. */
export const saleReference = () => text(255).refine((given) => !isBlank(given), 'is required.');

/** A sale by its id, or by its reference. */
export type WhichSale = { id: string } | { reference: string };

/**
 * Holds a sale until the caller's transaction ends, so that its refunds and corrections happen one after the other. Returns it as
 * it is then. Throws NotFoundError.
 */
export async function lockSale(scope: Scope, which: WhichSale): Promise<Sale> {
  await withoutErasing(scope);
  const teamId = scope.team.id;
  const { id } = found(await find(scope, which));
  await run(scope.db, sql`select id::text from sales where team_id = ${teamId} and id = ${id}::uuid for update`);
  return found(await scope.db.sale.findUnique({ where: { teamId_id: { teamId, id } } }));
}

async function find({ db, team }: Scope, which: WhichSale): Promise<{ id: string } | null> {
  const by = (which: WhichSale) => db.sale.findFirst({ where: { teamId: team.id, ...which }, select: { id: true } });
  return (await by(which)) ?? ('reference' in which ? by({ reference: which.reference.trim() }) : null);
}

/** What is done to a sale by its reference. Throws ValidationError where no sale has it. */
export async function byReference<Done>(doing: Promise<Done>): Promise<Done> {
  try {
    return await doing;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new ValidationError([{ path: ['reference'], problem: 'must be the reference of a sale.' }]);
  }
}
