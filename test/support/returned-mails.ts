import type { ReturnPaths } from '../../src/crypto/return-paths.ts';
import type { FeedbackReport } from '../../src/domain/sending/record-feedback.ts';
import { feedbackIn, readReturnedMail } from '../../src/feedback/returned-mail.ts';
import { readMessage } from '../../src/mime/mime.ts';

/** The reports in an e-mail to these addresses, in this thread. No feedback loop has signed it. */
export const readReports = (raw: Buffer, recipients: readonly string[], paths: ReturnPaths): FeedbackReport[] =>
  feedbackIn(readReturnedMail(readMessage(raw)), recipients, paths, false);
