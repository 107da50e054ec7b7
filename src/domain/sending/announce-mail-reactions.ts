import { inNotices, MAIL_REACTIONS, type MailReaction, type Notice } from '../../live/pubsub.ts';
import type { Scope } from '../../scope.ts';

/** What became of a mail. */
export interface ReactedMail {
  mail: string;
  change: MailReaction;
}

/** Announces what became of mails to every process, once the transaction commits. */
export async function announceMailReactions(scope: Scope, reacted: readonly ReactedMail[]): Promise<void> {
  const notices = MAIL_REACTIONS.flatMap((change) => {
    const ids = [...new Set(reacted.flatMap((one) => (one.change === change ? one.mail : [])))];
    return inNotices(ids).map((ids): Notice => ({ topic: 'mail.reacted', teamId: scope.team.id, change, ids }));
  });
  if (notices.length > 0) await scope.publish(...notices);
}
