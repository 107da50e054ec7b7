import { MAIL_REACTIONS, type MailReaction, type Notice } from '../../live/pubsub.ts';
import type { Scope } from '../../scope.ts';

/** What became of a mail. */
export interface ReactedMail {
  mail: string;
  change: MailReaction;
}

/** Ids in one notice, which PostgreSQL limits to 8,000 bytes. */
const MOST = 100;

/** Announces what became of mails to every process, once the transaction commits. */
export async function announceMailReactions(scope: Scope, reacted: readonly ReactedMail[]): Promise<void> {
  const notices = MAIL_REACTIONS.flatMap((change) => {
    const ids = [...new Set(reacted.flatMap((one) => (one.change === change ? one.mail : [])))];
    return chunksOf(ids).map((ids): Notice => ({ topic: 'mail.reacted', teamId: scope.team.id, change, ids }));
  });
  if (notices.length > 0) await scope.publish(...notices);
}

function chunksOf(ids: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let at = 0; at < ids.length; at += MOST) chunks.push(ids.slice(at, at + MOST));
  return chunks;
}
