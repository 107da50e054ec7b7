import { causeOf } from '../../domain/refusals/judge-refusal.ts';
import { readReply } from '../../domain/refusals/read-reply.ts';
import { NO_ADDRESS } from '../../domain/refusals/refusal.ts';
import type { FeedbackKind, Report } from '../../domain/sending/record-feedback.ts';

/**
 * A bounce as a provider calls it, in the light of what the recipient's server said. Providers call permanent whatever
 * they do not try again, so that a full mailbox and a block are soft all the same. Words never make a soft bounce hard,
 * and a hard one stays so if they do not decide: the provider knows more than it passes on. `status`: the enhanced status,
 * where the provider gives it apart from the words.
 */
export function judgeBounce(kind: FeedbackKind, diagnostic: string, status = ''): Pick<Report, 'kind' | 'cause'> {
  if (kind === 'complaint') return { kind };
  const said = readReply(diagnostic.replace(/^[\w-]{1,20};\s{0,20}/, ''));
  const cause = causeOf({ ...said, status: said.status ?? status });
  const isOther = cause !== 'unknown' && !NO_ADDRESS.has(cause);
  return { kind: isOther ? 'soft_bounce' : kind, cause };
}
