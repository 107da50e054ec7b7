import { run, type Sql, sql } from '../../database/connect.ts';
import { firstIdAt } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { beginningOf, type Day, dayAt, daysBetween, readZone } from '../team-days.ts';

/** The kinds by which messages are counted. */
export const COUNTED_KINDS = ['transactional', 'campaign', 'confirmation', 'data_request', 'test'] as const;

/** Sent messages, in total and by kind. */
export type MessageCounts = Record<(typeof COUNTED_KINDS)[number] | 'total', number>;

export interface DailyCounts {
  date: string;
  sent: MessageCounts;
}

/** The size of a team's data. */
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
  /** Only days of the team with sent messages, oldest first. */
  messagesSentByDay: DailyCounts[];
}

/** Ids begin with their creation time; the margin allows for a clock that was set back. */
const CLOCK_SET_BACK_MS = 3_600_000;

/** The current month in the team's time zone. */
interface Month {
  zone: string;
  startedAt: Date;
  /** Up to today. */
  days: Day[];
}

/**
 * A team's data now, and its activity since the start of the month in its time zone. Each figure is counted on request, and
 * once: a count of a million people takes a tenth of a second, and few readers need all figures. Events and mails count by
 * the time they were recorded, messages by when they were sent.
 */
export class Usage {
  readonly #scope: Scope;
  readonly #counted = new Map<string, Promise<unknown>>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  monthStartedAt = async (): Promise<Date> => (await this.#month()).startedAt;

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
    const { count } = await this.#ofMonth<{ count: number }>(
      'events',
      (id, month) => sql`select count(*)::float8 as count from events where ${recorded(id, month)}`,
    );
    return count;
  };

  mails = (): Promise<Mails> =>
    this.#ofMonth(
      'mails',
      (id, month) => sql`select count(*)::float8 as "mailsThisMonth",
                         (count(*) filter (where status = 'sent'))::float8 as "mailsSentThisMonth"
                  from transactional_mails where ${recorded(id, month)}`,
    );

  sent = (): Promise<Sent> => this.#once('sent', async () => readSent(this.#scope, await this.#month()));

  #month = (): Promise<Month> =>
    this.#once('month', async () => {
      const zone = await readZone(this.#scope);
      const today = dayAt(this.#scope.now(), zone);
      const first = `${today.slice(0, 7)}-01`;
      return { zone, startedAt: beginningOf(first, zone), days: daysBetween(first, today) };
    });

  async #one<Row>(name: string, statement: (teamId: number) => Sql): Promise<Row> {
    const { db, team } = this.#scope;
    return this.#once(name, async () => (await run<Row>(db, statement(team.id)))[0] as Row);
  }

  async #ofMonth<Row>(name: string, statement: (teamId: number, month: Month) => Sql): Promise<Row> {
    const month = await this.#month();
    return this.#one(name, (id) => statement(id, month));
  }

  #once<Counted>(name: string, count: () => Promise<Counted>): Promise<Counted> {
    const counted = this.#counted.get(name) ?? count();
    this.#counted.set(name, counted);
    return counted as Promise<Counted>;
  }
}

/** Rows recorded since the month began, found by the index of ids. */
function recorded(id: number, { startedAt }: Month): Sql {
  const first = firstIdAt(startedAt.getTime() - CLOCK_SET_BACK_MS);
  return sql`team_id = ${id} and id >= ${first}::uuid and created_at >= ${startedAt}::timestamptz`;
}

async function readSent(scope: Scope, { zone, startedAt, days }: Month): Promise<Sent> {
  const begins = days.map((day) => beginningOf(day, zone));
  const rows = await run<{ number: number; kind: string; sent: number }>(
    scope.db,
    sql`select width_bucket(quarter, ${begins}::timestamptz[]) as number, kind, sum(sent)::float8 as sent from message_counts
        where team_id = ${scope.team.id} and quarter >= ${startedAt}::timestamptz group by 1, kind order by 1`,
  );
  const numbers = [...new Set(rows.map(({ number }) => number))];
  const messagesSentByDay = numbers.map((number) => ({
    date: days[number - 1]!,
    sent: add(rows.filter((row) => row.number === number)),
  }));
  return { messagesSentThisMonth: add(rows), messagesSentByDay };
}

function add(rows: readonly { kind: string; sent: number }[]): MessageCounts {
  const sum = (kind?: string) =>
    rows.reduce((total, row) => total + (kind === undefined || row.kind === kind ? row.sent : 0), 0);
  const kinds = COUNTED_KINDS.map((kind) => [kind, sum(kind)]);
  return { ...(Object.fromEntries(kinds) as Omit<MessageCounts, 'total'>), total: sum() };
}
