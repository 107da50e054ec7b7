import { run, sql } from '../../database/connect.ts';
import type { MessageState, Prisma } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { oneOf, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { readCampaign } from './campaigns.ts';

export const MESSAGE_STATES = [
  ...(['queued', 'claimed', 'sending', 'sent', 'deferred', 'failed', 'unknown', 'withheld'] as const),
] as const satisfies readonly MessageState[];

/** A person of a campaign and the state of their message. */
export interface Recipient {
  messageId: string;
  personKey: string;
  /** Null once the person is erased. */
  email: string | null;
  state: MessageState;
  /** Why the message was not sent, in the other server's words or ours. */
  reason: string | null;
  /** Temporary failures so far. */
  failures: number;
  sentAt: Date | null;
  /** When the next try is due, while the message is queued or deferred. */
  dueAt: Date | null;
}

const filters = record({ state: oneOf(MESSAGE_STATES).nullish() });

/** A page of the recipients of a campaign, ordered by person key. Throws NotFoundError, ValidationError. */
export async function listRecipients(
  scope: Scope,
  campaignId: unknown,
  request: PageRequest & { state?: unknown },
): Promise<Page<Recipient>> {
  const { id } = await readCampaign(scope, campaignId);
  const { state } = parse(filters, request);
  const where: Prisma.MessageWhereInput = { teamId: scope.team.id, campaignId: id, ...(state != null && { state }) };
  return readPage<Recipient>(request, {
    id: 'personKey',
    find: async (args) => {
      const messages = await scope.db.message.findMany({ ...args, where: { AND: [where, args.where] } });
      const emails = await emailsOf(
        scope,
        messages.map(({ personKey }) => personKey!),
      );
      return messages.map(({ id, personKey, state, lastError, failures, sentAt, dueAt }) => ({
        messageId: id,
        personKey: personKey!,
        email: emails.get(personKey!) ?? null,
        state,
        reason: state === 'sent' ? null : lastError,
        failures,
        sentAt,
        dueAt: state === 'queued' || state === 'deferred' ? dueAt : null,
      }));
    },
    count: () => scope.db.message.count({ where }),
  });
}

async function emailsOf(scope: Scope, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await run<{ key: string; email: string }>(
    scope.db,
    sql`select key::text, email from people
        where team_id = ${scope.team.id} and key = any(${[...keys]}::uuid[]) and email is not null`,
  );
  return new Map(rows.map(({ key, email }) => [key, email]));
}
