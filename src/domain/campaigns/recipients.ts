import type { MessageState, Prisma } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { oneOf, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { type CampaignMessage, readCampaignMessages } from '../insight/campaign-messages.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { readCampaign } from './campaigns.ts';

export const MESSAGE_STATES = [
  ...(['queued', 'claimed', 'sending', 'sent', 'deferred', 'failed', 'unknown', 'withheld'] as const),
] as const satisfies readonly MessageState[];

const filters = record({ state: oneOf(MESSAGE_STATES).nullish() });

/** A page of the messages of a campaign, ordered by person key. Throws NotFoundError, ValidationError. */
export async function listRecipients(
  scope: Scope,
  campaignId: unknown,
  request: PageRequest & { state?: unknown },
): Promise<Page<CampaignMessage>> {
  const { id } = await readCampaign(scope, campaignId);
  const { state } = parse(filters, request);
  const where: Prisma.MessageWhereInput = { teamId: scope.team.id, campaignId: id, ...(state != null && { state }) };
  return readPage<CampaignMessage>(request, {
    id: 'personKey',
    find: async (args) => {
      const found = await scope.db.message.findMany({
        ...args,
        where: { AND: [where, args.where] },
        select: { id: true },
      });
      const ids = found.map(({ id }) => id);
      const messages = new Map((await readCampaignMessages(scope, ids)).map((message) => [message.id, message]));
      return ids.flatMap((id) => messages.get(id) ?? []);
    },
    count: () => scope.db.message.count({ where }),
  });
}
