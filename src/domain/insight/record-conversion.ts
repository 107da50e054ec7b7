import { run, sql } from '../../database/connect.ts';
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
import { creditedVariant, lastTouch } from './attribution.ts';
import { countSale } from './count-sale.ts';
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
}

const rule = record({
  email: emailAddress(),
  value: minorUnits(),
  currency: currency(),
  occurredAt: dateTime().nullish(),
  reference: reference(),
  properties: jsonObject().nullish(),
});

/**
 * Records a sale and credits it to an e-mail, as an order event does. A known reference returns the existing sale. Throws
 * ValidationError, including if the person was erased.
 */
export async function recordConversion(scope: Scope, input: unknown): Promise<Conversion> {
  const now = scope.now();
  const read = validate(rule, input);
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
    properties: properties ?? null,
  };
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    await refuseErased(scope, [{ path: ['email'], email }]);
    const recorded = await insert(scope, row);
    const id = recorded ? row.id : await saleOf(scope, row.reference as string);
    const sale = await scope.db.sale.findUniqueOrThrow({ where: { teamId_id: { teamId: scope.team.id, id } } });
    if (recorded) {
      await countSale(scope, sale, { orders: 1 });
      await notifyWebhooks(scope, 'conversion.recorded', [{ id, person: row.person, email }]);
    }
    return { ...shownSale(sale), status: recorded ? 'recorded' : 'duplicate' };
  });
}

async function insert(scope: Scope, row: object): Promise<boolean> {
  const rows = await run(
    scope.db,
    sql`with sale as materialized (
          select * from jsonb_to_record(${JSON.stringify(row)}::jsonb) as given(
            id uuid, person uuid, email text, properties jsonb, value bigint, currency text, at timestamptz, reference text)
        ), inserted as (
          insert into people (team_id, key, email) select ${scope.team.id}::int, person, email from sale
          on conflict do nothing
        )
        insert into sales (team_id, id, person_key, origin, value, currency, occurred_at, reference, properties,
                           sender, sender_id, email_id, touch, touched_at, variant)
        select ${scope.team.id}::int, sale.id, sale.person, 'conversion', value, currency, sale.at, reference, properties,
               credited.sender, credited.sender_id, credited.email_id, credited.touch, credited.touched_at, ${creditedVariant(scope.team.id)}
        from sale ${lastTouch(scope.team.id)}
        on conflict (team_id, reference) do nothing
        returning id`,
  );
  return rows.length > 0;
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
  return { id, status: 'recorded', ...amounts, occurredAt, reference, attribution };
}
