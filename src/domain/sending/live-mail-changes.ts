import type { Database } from '../../database/connect.ts';
import type { TransactionalMail } from '../../generated/prisma/client.ts';
import { MAIL_REACTIONS, type MailReaction, type Notice, type PubSub } from '../../live/pubsub.ts';
import { WatchedQuery } from '../../live/watched-query.ts';
import type { Log } from '../../log.ts';
import { fitsMail, type MailFilter } from './live-mails.ts';

export const MAIL_CHANGES = ['status', ...MAIL_REACTIONS] as const;

/** A change of a mail, and the mail after it. */
export interface MailChange {
  /** Of the mail. */
  id: string;
  change: (typeof MAIL_CHANGES)[number];
  mail: TransactionalMail;
}

export interface MailChangeFilter extends MailFilter {
  changes?: ReadonlySet<MailChange['change']>;
}

interface Change {
  topic: 'mail.status' | 'mail.reacted';
  teamId: number;
  id: string;
  change: 'status' | MailReaction;
  /** Present if it changed. */
  status?: TransactionalMail['status'];
}

/** The stream of everything that becomes of transactional mails, in any process, for the readers in this one. */
export const createLiveMailChanges = (db: Database, pubsub: PubSub, log: Log) =>
  new WatchedQuery<Change, MailChange, MailChangeFilter>(
    {
      topic: ['mail.status', 'mail.reacted'],
      changesIn: (notice) => changesIn(notice as Told),
      load: async (teamId, ids) =>
        (await db.transactionalMail.findMany({ where: { teamId, id: { in: ids } } })).map((mail) => ({
          id: mail.id,
          change: 'status',
          mail,
        })),
      show: ({ id, mail }, { change, status = mail.status }) => ({ id, change, mail: { ...mail, status } }),
      fits: ({ changes, ...filter }, { change, mail }) =>
        (changes === undefined || changes.has(change)) && fitsMail(filter, mail),
    },
    'mails_watched_until',
    { db, pubsub, log },
  );

type Told = Extract<Notice, { topic: 'mail.status' | 'mail.reacted' }>;

const changesIn = (told: Told): Change[] =>
  told.topic === 'mail.status'
    ? [{ ...told, change: 'status' }]
    : told.ids.map((id) => ({ topic: told.topic, teamId: told.teamId, change: told.change, id }));
