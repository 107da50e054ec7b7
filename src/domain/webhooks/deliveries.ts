import { z } from 'zod';
import { columnsOf } from '../../database/columns.ts';
import { type Database, empty, run, sql } from '../../database/connect.ts';
import type { WebhookDelivery as StoredDelivery, WebhookAttempt } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { someOf } from '../../validation/some-of.ts';
import { listOf, oneOf, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { found, idOf } from '../found.ts';
import { isAnyOf } from '../is-any-of.ts';
import type { Page, PageRequest } from '../page.ts';
import { readSelections } from '../selection.ts';
import { WEBHOOK_KINDS } from './kinds.ts';

/** A delivery of a webhook, with its attempts, oldest first. */
export interface WebhookDelivery extends StoredDelivery {
  tries: WebhookAttempt[];
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

const KINDS = WEBHOOK_KINDS.map(({ kind }) => kind);
const UNKNOWN_KIND = 'must be a kind from GET /v1/webhook-kinds.';

export const deliveryFilters = record({
  status: oneOf(DELIVERY_STATUSES).nullish(),
  statuses: someOf(DELIVERY_STATUSES).nullish(),
  kinds: listOf(z.enum(KINDS, UNKNOWN_KIND), 1, KINDS.length).nullish(),
  kind: z.enum(KINDS, UNKNOWN_KIND).nullish(),
});

/** The filters of a page of deliveries. */
export interface WebhookDeliveryRequest extends PageRequest {
  status?: unknown;
  statuses?: unknown;
  kind?: unknown;
  kinds?: unknown;
}

/** Returns one delivery of a webhook. Throws NotFoundError. */
export async function readWebhookDelivery({ db, team }: Scope, id: unknown): Promise<WebhookDelivery> {
  const [delivery] = await readWebhookDeliveries(db, team.id, [idOf(id)]);
  return found(delivery);
}

/** The deliveries with these ids whose webhooks still exist. Two statements, however many. */
export async function readWebhookDeliveries(
  db: Database,
  teamId: number,
  ids: readonly string[],
): Promise<WebhookDelivery[]> {
  const found = await run<StoredDelivery>(
    db,
    sql`select ${columnsOf('WebhookDelivery', { of: 'd' })} from webhook_deliveries d
        join webhooks w on w.team_id = d.team_id and w.id = d.webhook_id and w.deleted_at is null
        where d.team_id = ${teamId}::int and d.id = any(${[...ids]}::uuid[])`,
  );
  const of = found.map(({ id }) => id);
  const where = { teamId, deliveryId: { in: of } };
  const tries = of.length > 0 ? await db.webhookAttempt.findMany({ where, orderBy: { number: 'asc' } }) : [];
  return found.map((delivery) => ({
    ...delivery,
    tries: tries.filter(({ deliveryId }) => deliveryId === delivery.id),
  }));
}

/** The same page of the deliveries of each webhook, newest first, in the order of the ids. Throws ValidationError. */
export async function listWebhookDeliveriesOf(
  scope: Scope,
  webhookIds: readonly string[],
  request: WebhookDeliveryRequest,
): Promise<Page<WebhookDelivery>[]> {
  const { status, statuses, kind, kinds } = parse(deliveryFilters, request);
  return readSelections<WebhookDelivery>(scope, webhookIds, request, {
    from: sql`webhook_deliveries d`,
    id: sql`d.id`,
    where: sql`d.team_id = ${scope.team.id} and d.webhook_id = owner.id
      ${status == null ? empty : sql`and d.state = ${status}`}
      ${statuses == null ? empty : sql`and ${isAnyOf(sql`d.state`, statuses, sql`text`)}`}
      ${kinds == null ? empty : sql`and ${isAnyOf(sql`d.kind`, kinds, sql`text`)}`}
      ${kind == null ? empty : sql`and d.kind = ${kind}`}`,
    read: (ids) => readWebhookDeliveries(scope.db, scope.team.id, ids),
  });
}
