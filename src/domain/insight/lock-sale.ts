import { run, sql } from '../../database/connect.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import type { Sale } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { isBlank, text } from '../../validation/text.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { found, idOf } from '../found.ts';

/** The reference of a sale. It is looked up as given, and then without surrounding spaces. */
export const saleReference = () =>
  text(255)
    .refine((given) => !isBlank(given), 'is required.')
    .meta({ minLength: 1, pattern: '\\S' });

const END_OF_NODE = /\.sale$/i;

/** The id of a sale's row. Callers also send the id of its node, which has an end. Throws NotFoundError for anything else. */
export const saleIdOf = (given: unknown): string =>
  idOf(typeof given === 'string' ? given.replace(END_OF_NODE, '') : given);

/** A sale by its id, or by its reference. */
export type WhichSale = { id: string } | { reference: string };

/**
 * Locks a sale until the caller's transaction ends, so that its refunds and corrections happen one after another. Returns
 * its current state. Throws NotFoundError.
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

/** Runs a change to a sale found by reference. Throws ValidationError if no sale has it. */
export async function byReference<Done>(doing: Promise<Done>): Promise<Done> {
  try {
    return await doing;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new ValidationError([{ path: ['reference'], problem: 'must be the reference of a sale.' }]);
  }
}
