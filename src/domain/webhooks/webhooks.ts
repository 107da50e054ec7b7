import type { Vault } from '../../crypto/vault.ts';
import { run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Webhook } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { LONG_MS, type Scope, transaction } from '../../scope.ts';
import { parse } from '../../validation/validate.ts';
import { found, idOf } from '../found.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { columnsOf, webhookChange, webhookInput } from './webhook-input.ts';
import { makeSecret, OVERLAP_MS } from './webhook-secrets.ts';

export type { Webhook };

/** A webhook with its secret, which is shown only once. */
export interface WebhookWithSecret {
  details: Webhook;
  secret: string;
}

/** Dependencies for creating and changing webhooks. */
export interface Surroundings {
  vault: Vault;
  outbound: Outbound;
}

/** Neither deleted nor the feed. */
const SHOWN = { deletedAt: null, feedFrom: null };

const MAX_WEBHOOKS = 50;
const TOO_MANY = { path: ['url'], problem: `A team can have at most ${MAX_WEBHOOKS} webhooks.` };

/** Creates a webhook for events from now on, with a secret. Throws ValidationError. */
export function createWebhook(
  scope: Scope,
  { vault, outbound }: Surroundings,
  input: unknown,
): Promise<WebhookWithSecret> {
  const given = parse(webhookInput, input);
  return transaction(scope, async (scope) => {
    const teamId = scope.team.id;
    const columns = await columnsOf(scope, outbound, given);
    await run(scope.db, sql`insert into webhook_turns (team_id) values (${teamId}::int) on conflict do nothing`);
    if ((await scope.db.webhook.count({ where: { teamId, ...SHOWN } })) >= MAX_WEBHOOKS) {
      throw new ValidationError([TOO_MANY]);
    }
    const id = newId();
    const { secret, encrypted } = makeSecret(vault, { teamId, id });
    const data = { ...columns, teamId, id, secret: encrypted, url: columns.url! };
    return { details: await scope.db.webhook.create({ data }), secret };
  });
}

/**
 * Changes the given fields; null resets one to its default. Enabling an automatically disabled webhook resets its failures.
 * If the URL changes, waiting deliveries go to the new one. Throws NotFoundError, ValidationError.
 */
export function updateWebhook(
  scope: Scope,
  { outbound }: Pick<Surroundings, 'outbound'>,
  id: unknown,
  input: unknown,
): Promise<Webhook> {
  return transaction(
    scope,
    async (scope) => {
      const { teamId, id: known, url } = await readWebhook(scope, id);
      const columns = await columnsOf(scope, outbound, parse(webhookChange, input));
      const [changed] = await scope.db.webhook.updateManyAndReturn({
        where: { teamId, id: known, ...SHOWN },
        data: {
          ...columns,
          updatedAt: scope.now(),
          ...(columns.enabled && { disabledAt: null, disabledReason: null, failingSince: null }),
        },
      });
      if (columns.url !== undefined && columns.url !== url) await redirect(scope, known, new URL(columns.url));
      return found(changed);
    },
    LONG_MS,
  );
}

async function redirect({ db, team }: Scope, id: string, url: URL): Promise<void> {
  await run(
    db,
    sql`with waiting as materialized (
          select d.id from webhook_deliveries d
          where d.team_id = ${team.id}::int and d.webhook_id = ${id}::uuid and d.state = 'pending' order by d.id for no key update
        )
        update webhook_deliveries d set url = ${url.href}::text, host = ${url.host}::text
        from waiting where d.team_id = ${team.id}::int and d.id = waiting.id`,
  );
}

/** Replaces the secret. The previous one still signs too for 24 hours. Throws NotFoundError. */
export async function rotateSecret(scope: Scope, vault: Vault, id: unknown): Promise<WebhookWithSecret> {
  const { teamId, id: known } = await readWebhook(scope, id);
  const { secret, encrypted } = makeSecret(vault, { teamId, id: known });
  const oldUntil = new Date(scope.now().getTime() + OVERLAP_MS);
  await run(
    scope.db,
    sql`update webhooks set old = secret, old_until = ${oldUntil}::timestamptz, secret = ${encrypted}::bytea, updated_at = now()
        where team_id = ${scope.team.id}::int and id = ${known}::uuid and deleted_at is null returning id::text`,
  );
  return { details: await readWebhook(scope, known), secret };
}

/**
 * Deletes a webhook. It gets nothing more; its deliveries are no longer shown, and are removed later. Returns it. Throws
 * NotFoundError.
 */
export async function deleteWebhook(scope: Scope, id: unknown): Promise<Webhook> {
  const webhook = await readWebhook(scope, id);
  const { count } = await scope.db.webhook.updateMany({
    where: { teamId: scope.team.id, id: webhook.id, ...SHOWN },
    data: { deletedAt: scope.now(), enabled: false, description: null },
  });
  return found(count > 0 ? webhook : null);
}

/** Returns one webhook. Throws NotFoundError. */
export async function readWebhook(scope: Scope, id: unknown): Promise<Webhook> {
  const where = { teamId_id: { teamId: scope.team.id, id: idOf(id) }, ...SHOWN };
  return found(await scope.db.webhook.findUnique({ where }));
}

/** A page of the team's webhooks, newest first. */
export function listWebhooks(scope: Scope, request: PageRequest): Promise<Page<Webhook>> {
  const where = { teamId: scope.team.id, ...SHOWN };
  return readPage(request, {
    find: (args) => scope.db.webhook.findMany({ ...args, where: { ...args.where, ...where } }),
    count: () => scope.db.webhook.count({ where }),
  });
}

/** Returns the team's webhooks with these ids, in one statement. */
export const readWebhooks = (scope: Scope, ids: readonly string[]): Promise<Webhook[]> =>
  scope.db.webhook.findMany({ where: { teamId: scope.team.id, id: { in: [...ids] }, ...SHOWN } });
