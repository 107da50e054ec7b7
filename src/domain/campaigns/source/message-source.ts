import { type Links, SHOWN } from '../../../crypto/links.ts';
import type { UnsubscribeAddresses } from '../../../crypto/unsubscribe-addresses.ts';
import type { Message } from '../../../generated/prisma/client.ts';
import type { Scope } from '../../../scope.ts';
import { domainOf } from '../../../validation/email.ts';
import { RenderError } from '../../content/rendering/pool.ts';
import type { ComposedMessage } from '../../sending/compose/composed-message.ts';
import type { UnsubscribeContext } from '../../sending/compose/list-unsubscribe.ts';
import { MessageError } from '../../sending/compose/message-error.ts';
import { findSigningDomain } from '../../sending/signing-domain.ts';

/** The possible differences between a shown source and the sent bytes. */
export const SOURCE_DIFFERENCES = [
  'links',
  'boundaries',
  'date',
  'values',
  'content',
  'secrets',
  'signature',
  'added_headers',
] as const;

export type SourceDifference = (typeof SOURCE_DIFFERENCES)[number];

/** The MIME source of a sent message, composed again. */
export interface MessageSource {
  content: string;
  differences: SourceDifference[];
}

/** The services for composing a message again. */
export interface SourceServices {
  links: Links;
  unsubscribeAddresses?: UnsubscribeAddresses;
}

/** A message that a mail server accepted, or that the outbox keeps. */
export type SentMessage = Message & { sentAt: Date };

/** Returns the sent message with this id. Undefined if it was not sent. */
export async function readSentMessage({ db, team }: Scope, id: string): Promise<SentMessage | undefined> {
  const message = await db.message.findUnique({ where: { teamId_id: { teamId: team.id, id } } });
  const { sentAt } = message ?? {};
  return message?.state === 'sent' && sentAt ? { ...message, sentAt } : undefined;
}

/** Links and addresses without tokens: readers of the source can neither unsubscribe nor confirm for the person. */
export const harmless = ({ links, unsubscribeAddresses }: SourceServices): UnsubscribeContext => ({
  links: links.withoutTokens(),
  ...(unsubscribeAddresses && {
    unsubscribeAddresses: { ofMessage: () => `u-${SHOWN}@${unsubscribeAddresses.domain}` },
  }),
});

const ALWAYS: readonly SourceDifference[] = ['links', 'boundaries', 'date', 'values', 'added_headers'];

/** The source of a composed message. `more`: further differences. Null if it can no longer be composed. */
export async function sourceOf(
  { db, team }: Scope,
  compose: () => Promise<{ message: ComposedMessage }>,
  more: readonly (SourceDifference | false)[],
): Promise<MessageSource | null> {
  const message = await compose().then(
    (built) => built.message,
    (error) => {
      if (error instanceof MessageError || error instanceof RenderError) return null;
      throw error;
    },
  );
  if (!message) return null;
  const isSigned = (await findSigningDomain(db, team.id, domainOf(message.sender))) !== undefined;
  const there = new Set([...ALWAYS, ...more, isSigned && 'signature']);
  return { content: message.raw.toString(), differences: SOURCE_DIFFERENCES.filter((one) => there.has(one)) };
}
