import type { Database } from '../../database/connect.ts';
import type { TransactionalMail } from '../../generated/prisma/client.ts';
import { LiveQuery } from '../../live/live-query.ts';
import type { Notice, PubSub } from '../../live/pubsub.ts';
import type { Log } from '../../log.ts';

export interface MailFilter {
  /** Its name or id. */
  template?: string;
  recipient?: string;
  ids?: ReadonlySet<string>;
}

type LiveMails = LiveQuery<Extract<Notice, { topic: 'mail.status' }>, TransactionalMail, MailFilter>;

/** The stream of status changes of transactional mails, each with the mail's new status. */
export const createLiveMails = (db: Database, pubsub: PubSub, log: Log): LiveMails =>
  new LiveQuery(
    {
      topic: 'mail.status',
      load: (teamId, ids) => db.transactionalMail.findMany({ where: { teamId, id: { in: ids } } }),
      show: (mail, { status }) => ({ ...mail, status }),
      fits: fitsMail,
    },
    pubsub,
    log,
  );

/** Whether a reader with this filter gets the mail. */
export const fitsMail = (filter: MailFilter, mail: TransactionalMail): boolean =>
  (filter.template === undefined || [mail.template, mail.templateId].includes(filter.template)) &&
  (filter.recipient === undefined || mail.recipients.includes(filter.recipient)) &&
  (filter.ids === undefined || filter.ids.has(mail.id));
