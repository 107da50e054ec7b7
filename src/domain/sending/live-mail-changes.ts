import type { Database } from '../../database/connect.ts';
import type { TransactionalMail } from '../../generated/prisma/client.ts';
import type { BoundedQueue } from '../../live/bounded-queue.ts';
import { LiveQuery } from '../../live/live-query.ts';
import { MAIL_REACTIONS, type MailReaction, type Notice, type PubSub } from '../../live/pubsub.ts';
import { WatchedTeams } from '../../live/watched-teams.ts';
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
export class LiveMailChanges {
  readonly #query: LiveQuery<Change, MailChange, MailChangeFilter>;
  readonly #watched: WatchedTeams;

  constructor(db: Database, pubsub: PubSub, log: Log) {
    this.#watched = new WatchedTeams(db, log, 'mails_watched_until');
    this.#query = new LiveQuery<Change, MailChange, MailChangeFilter>(
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
      pubsub,
      log,
    );
  }

  /** Streams the changes of a team's mails from now on. Calls `onEnd` once. */
  read(teamId: number, filter: MailChangeFilter, onEnd: () => void): BoundedQueue<MailChange> {
    const leave = this.#watched.enter(teamId);
    return this.#query.read(teamId, filter, () => {
      leave();
      onEnd();
    });
  }

  /** Starts announcing the opens and clicks of a team's mails. Covers every one that is recorded after this resolves. */
  watch(teamId: number): Promise<void> {
    return this.#watched.watch(teamId);
  }

  close(): void {
    this.#watched.close();
    this.#query.close();
  }
}

type Told = Extract<Notice, { topic: 'mail.status' | 'mail.reacted' }>;

const changesIn = (told: Told): Change[] =>
  told.topic === 'mail.status'
    ? [{ ...told, change: 'status' }]
    : told.ids.map((id) => ({ topic: told.topic, teamId: told.teamId, change: told.change, id }));
