import { causeOf } from '../../domain/refusals/judge-refusal.ts';
import { readReply } from '../../domain/refusals/read-reply.ts';
import { NO_ADDRESS } from '../../domain/refusals/refusal.ts';
import type { FeedbackKind, FeedbackReport } from '../../domain/sending/record-feedback.ts';

/**
 * A provider's bounce kind, corrected by the recipient server's reply. Providers call every refusal permanent that they do not
 * retry, but a full mailbox and a block are soft. Words never make a soft bounce hard, and a hard one stays hard if they do not
 * decide: the provider knows more than it passes on. `status`: the enhanced status, if the provider reports it separately.
 */
export function judgeBounce(
  kind: FeedbackKind,
  diagnostic: string,
  status = '',
): Pick<FeedbackReport, 'kind' | 'cause'> {
  if (kind === 'complaint') return { kind };
  const parsed = readReply(diagnostic.replace(/^[\w-]{1,20};\s{0,20}/, ''));
  const cause = causeOf({ ...parsed, status: parsed.status ?? status });
  const isOther = cause !== 'unknown' && !NO_ADDRESS.has(cause);
  return { kind: isOther ? 'soft_bounce' : kind, cause };
}
