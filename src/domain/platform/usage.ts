import { run, type Sql, sql } from '../../database/connect.ts';
import { firstIdAt } from '../../ids.ts';
import type { Scope } from '../../scope.ts';

/** The kinds that messages are counted by. */
export const COUNTED_KINDS = ['transactional', 'campaign', 'confirmation', 'data_request', 'test'] as const;

/** Messages that were sent, in all and by kind. */
export type MessageCounts = Record<(typeof COUNTED_KINDS)[number] | 'total', number>;

export interface DailyCounts {
  date: string;
  sent: MessageCounts;
}

/** What a team has, in few rows. */
interface Holdings {
  lists: number;
  templates: number;
  tokens: number;
}

interface Subscribers {
  subscribers: number;
  subscribed: number;
}

interface Mails {
  mailsThisMonth: number;
  mailsSentThisMonth: number;
}

interface Sent {
  messagesSentThisMonth: MessageCounts;
  /** Only days (UTC) on which something was sent, oldest first. */
  messagesSentByDay: DailyCounts[];
}

/** Ids begin with the time at which they were made; the margin allows for a clock that was set back. */
const CLOCK_SET_BACK_MS = 3_600_000;

/**
 * What a team has now, and what it did since the start of the month (UTC). Each of its figures is counted when it is asked for, and
 * once: of a million people a count takes a tenth of a second, and few readers want them all. Events and mails count by the time
 * they were recorded, messages by when they were sent.
 */
export class Usage {
  readonly monthStartedAt: Date;
  readonly #scope: Scope;
  readonly #counted = new Map<string, Promise<unknown>>();

  constructor(scope: Scope) {
    const now = scope.now();
    this.#scope = scope;
    this.monthStartedAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  }

  holdings = (): Promise<Holdings> =>
    this.#one(
      'holdings',
      (id) => sql`select (select count(*) from lists where team_id = ${id})::float8 as lists,
                         (select count(*) from templates where team_id = ${id})::float8 as templates,
                         (select count(*) from api_tokens where team_id = ${id} and revoked_at is null)::float8 as tokens`,
    );

  people = async (): Promise<number> => {
    const { count } = await this.#one<{ count: number }>(
      'people',
      (id) => sql`select count(*)::float8 as count from people where team_id = ${id} and email is not null`,
    );
    return count;
  };

  subscribers = (): Promise<Subscribers> =>
    this.#one(
      'subscribers',
      (
        id,
      ) => sql`select count(*)::float8 as subscribers, (count(*) filter (where status = 'subscribed'))::float8 as subscribed
                  from subscribers where team_id = ${id}`,
    );

  events = async (): Promise<number> => {
    const { count } = await this.#one<{ count: number }>(
      'events',
      (id) => sql`select count(*)::float8 as count from events where ${this.#recorded(id)}`,
    );
    return count;
  };

  mails = (): Promise<Mails> =>
    this.#one(
      'mails',
      (id) => sql`select count(*)::float8 as "mailsThisMonth",
                         (count(*) filter (where status = 'sent'))::float8 as "mailsSentThisMonth"
                  from transactional_mails where ${this.#recorded(id)}`,
    );

  sent = (): Promise<Sent> => this.#once('sent', () => readSent(this.#scope, this.monthStartedAt));

  #recorded(id: number): Sql {
    const first = firstIdAt(this.monthStartedAt.getTime() - CLOCK_SET_BACK_MS);
    return sql`team_id = ${id} and id >= ${first}::uuid and created_at >= ${this.monthStartedAt}::timestamptz`;
  }

  #one<Row>(name: string, statement: (teamId: number) => Sql): Promise<Row> {
    const { db, team } = this.#scope;
    return this.#once(name, async () => (await run<Row>(db, statement(team.id)))[0] as Row);
  }

  #once<Counted>(name: string, count: () => Promise<Counted>): Promise<Counted> {
    const counted = this.#counted.get(name) ?? count();
    this.#counted.set(name, counted);
    return counted as Promise<Counted>;
  }
}

async function readSent(scope: Scope, since: Date): Promise<Sent> {
  const rows = await run<{ date: string; kind: string; sent: number }>(
    scope.db,
    sql`select to_char(day, 'YYYY-MM-DD') as date, kind, sum(sent)::float8 as sent from message_counts
        where team_id = ${scope.team.id} and day >= ${since}::date group by day, kind order by day`,
  );
  const dates = [...new Set(rows.map(({ date }) => date))];
  const messagesSentByDay = dates.map((date) => ({ date, sent: add(rows.filter((row) => row.date === date)) }));
  return { messagesSentThisMonth: add(rows), messagesSentByDay };
}

function add(rows: readonly { kind: string; sent: number }[]): MessageCounts {
  const sum = (kind?: string) =>
    rows.reduce((total, row) => total + (kind === undefined || row.kind === kind ? row.sent : 0), 0);
  const kinds = COUNTED_KINDS.map((kind) => [kind, sum(kind)]);
  return { ...(Object.fromEntries(kinds) as Omit<MessageCounts, 'total'>), total: sum() };
}
