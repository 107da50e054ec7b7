import { run, sql } from '../../database/connect.ts';
import { arraysOf } from '../../database/recordset.ts';
import { ValidationError } from '../../errors.ts';
import type { Sale } from '../../generated/prisma/client.ts';
import { newId, personKey } from '../../ids.ts';
import { type Scope, transaction } from '../../scope.ts';
import { emailAddress } from '../../validation/email.ts';
import { jsonObject } from '../../validation/json.ts';
import { currency, minorUnits } from '../../validation/money.ts';
import { record } from '../../validation/text.ts';
import { dateTime } from '../../validation/time.ts';
import { validate } from '../../validation/validate.ts';
import { withoutErasing } from '../erasure-lock.ts';
import { refuseErased } from '../privacy/erased.ts';
import { notifyWebhooks } from '../signals/notify-webhooks.ts';
import { announceCredited } from './count-sale.ts';
import { inTheFuture, reference } from './event-input.ts';

export interface Conversion {
  id: string;
  status: 'recorded' | 'duplicate';
  value: number;
  currency: string;
  /** The sum of its refunds so far, and the rest. */
  refunded: number;
  left: number;
  occurredAt: Date;
  reference: string | null;
  /** The credited e-mail, or null. */
  attribution: {
    sender: 'transactional' | 'campaign' | 'automation';
    senderId: string;
    /** The e-mail of the automation. */
    emailId: string | null;
    touchedAt: Date;
    touch: 'open' | 'click';
  } | null;
  /** Its row. */
  sale: Sale;
}

export const conversionInput = record({
  email: emailAddress(),
  value: minorUnits(),
  currency: currency(),
  occurredAt: dateTime().nullish(),
  reference: reference(),
  properties: jsonObject().nullish(),
});

/** The columns of a sale, as `record_sales` receives them. */
const COLUMNS = {
  id: 'uuid',
  person: 'uuid',
  value: 'bigint',
  currency: 'text',
  at: 'timestamptz',
  reference: 'text',
  properties: 'text',
} as const;

interface SaleRow {
  id: string;
  person: string;
  email: string;
  value: number;
  currency: string;
  at: Date;
  reference: string | null;
  /** As JSON. */
  properties: string | null;
}

/**
 * Records a sale and credits it to an e-mail, as an order event does. A known reference returns the existing sale. Throws
 * ValidationError, including if the person was erased.
 */
export async function recordConversion(scope: Scope, input: unknown): Promise<Conversion> {
  const now = scope.now();
  const read = validate(conversionInput, input);
  const { occurredAt: moment } = Object(input) as { occurredAt?: unknown };
  const issues = [...('issues' in read ? read.issues : []), ...inTheFuture(moment, now)];
  if ('issues' in read || issues.length > 0) throw new ValidationError(issues);
  const { email, occurredAt, properties, ...sale } = read.value;
  const row = {
    ...sale,
    id: newId(),
    person: personKey(scope.team.id, email),
    email,
    at: occurredAt ?? now,
    properties: properties ? JSON.stringify(properties) : null,
  };
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    await refuseErased(scope, [{ path: ['email'], email }]);
    const recorded = await insert(scope, row);
    const id = recorded ? row.id : await saleOf(scope, row.reference as string);
    const sale = await scope.db.sale.findUniqueOrThrow({ where: { teamId_id: { teamId: scope.team.id, id } } });
    if (recorded) {
      await notifyWebhooks(scope, 'conversion.recorded', [{ id, person: row.person, email }]);
    }
    return { ...shownSale(sale), status: recorded ? 'recorded' : 'duplicate' };
  });
}

/** Inserts the person and the sale, and counts it. Returns false if the reference is taken. */
async function insert(scope: Scope, row: SaleRow): Promise<boolean> {
  const team = sql`${scope.team.id}::int`;
  await run(
    scope.db,
    sql`insert into people (team_id, key, email) values (${team}, ${row.person}::uuid, ${row.email}) on conflict do nothing`,
  );
  const [{ recorded, credited }] = (await run<Recorded>(
    scope.db,
    sql`select * from record_sales(${team}, 'conversion', ${arraysOf([row], COLUMNS)})`,
  )) as [Recorded];
  if (credited) await announceCredited(scope, credited);
  return recorded !== null;
}

interface Recorded {
  recorded: string[] | null;
  credited: string[] | null;
}

/** Returns the team's conversions among these ids, in one statement. */
export async function readRecorded({ db, team }: Scope, ids: readonly string[]): Promise<Conversion[]> {
  const sales = await db.sale.findMany({ where: { teamId: team.id, id: { in: [...ids] }, origin: 'conversion' } });
  return sales.map(shownSale);
}

async function saleOf(scope: Scope, reference: string): Promise<string> {
  const where = { teamId_reference: { teamId: scope.team.id, reference } };
  return (await scope.db.sale.findUniqueOrThrow({ where })).id;
}

/** Any sale, including an order event's, as a conversion. */
export function shownSale(sale: Sale): Conversion {
  const { id, value, refunded, currency, occurredAt, reference, sender, senderId, emailId, touch, touchedAt } = sale;
  const attribution = sender && senderId && touch && touchedAt ? { sender, senderId, emailId, touchedAt, touch } : null;
  const amounts = { value: Number(value), currency, refunded: Number(refunded), left: Number(value - refunded) };
  return { id, status: 'recorded', ...amounts, occurredAt, reference, attribution, sale };
}
