import { z } from 'zod';
import type { Issue } from '../../errors.ts';
import type { TransactionalMail } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { listOf, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { logMails } from './log-mails.ts';
import { prepareMails } from './prepare-mails.ts';

/** The result of a batch row: the logged mail, or the row's issues. */
export interface MailResult {
  index: number;
  status: 'accepted' | 'invalid';
  mail?: TransactionalMail;
  issues?: readonly Issue[];
}

export const mailBatch = record({ mails: listOf(z.unknown(), 1, 100) });

/**
 * Logs 1 to 100 mails as pending, in one statement. Each is validated on its own. Returns the results in the same order.
 * Throws ValidationError only for the batch as a whole.
 */
export async function sendTransactionalMails(scope: Scope, input: unknown): Promise<MailResult[]> {
  const prepared = await prepareMails(scope, parse(mailBatch, input).mails);
  const logged = await logMails(
    scope,
    prepared.flatMap((one) => ('mail' in one ? [one.mail] : [])),
  );
  const outcomes = logged.values();
  return prepared.map((one, index): MailResult => {
    const outcome = 'mail' in one ? outcomes.next().value! : one;
    return 'issues' in outcome
      ? { index, status: 'invalid', issues: outcome.issues }
      : { index, status: 'accepted', mail: outcome.mail };
  });
}
