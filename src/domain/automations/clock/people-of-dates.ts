import { runOnce, type Sql, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import { readDeclaredFields } from '../../audience/attributes.ts';
import { shownAttributes } from '../../audience/shown-attributes.ts';
import type { TriggerOf } from '../definition/definition.ts';
import type { LocalDay } from './local-days.ts';

/** The one field that is not an attribute: when the person subscribed. */
const SUBSCRIBED_AT = 'subscribed_at';

interface Asked {
  automation: string;
  listId: string | null;
  trigger: TriggerOf<'date'>;
  /** How many days after the date the moment comes; may be negative. */
  after: number;
}

/**
 * Signals to an automation each person whose date falls on these days, in the person's time zone, or the team's. One
 * statement. Returns the number of people.
 */
export async function signalDates(
  scope: Scope,
  { automation, listId, trigger, after }: Asked,
  days: readonly LocalDay[],
  zones: readonly string[],
): Promise<number> {
  const date = await dateOf(scope, trigger.field);
  if (!date || days.length === 0) return 0;
  const rows = days.flatMap((day) => datesOn(day, after, trigger.every_year));
  const { id: team } = scope.team;
  const [row] = await runOnce<{ signalled: number }>(
    scope.db,
    sql`with signalled as (
          insert into automation_signals (team_id, person_key, kind, ref, at)
          select distinct ${team}::int, s.person_key, 'date', ${automation}::text, now()
          from subscribers s
          left join unnest(${[...zones]}::text[]) known(zone) on known.zone = lower(s.timezone)
          join unnest(${rows.map(({ zone }) => zone)}::text[], ${rows.map(({ at }) => at)}::timestamptz[],
                      ${rows.map(({ date }) => date)}::text[], ${rows.map(({ part }) => part)}::text[]) due(zone, at, date, part)
            on due.zone = coalesce(known.zone, ${await zoneOfTeam(scope, zones)}::text)
          where s.team_id = ${team}::int and s.status = 'subscribed' and ${ofList(listId)} and ${date.holds}
            and ${trigger.every_year ? sql`right(${date.text}, 5)` : date.text} = due.part
            and (${date.text} like '--%' or ${date.text} <= due.date)
          returning 1
        )
        select count(*)::int as signalled from signalled`,
  );
  return row!.signalled;
}

interface DueDate {
  zone: string;
  at: Date;
  /** The last date that counts. */
  date: string;
  /** The part of the date to compare: the full date, or month and day. */
  part: string;
}

/** In other years, 29 February is celebrated on the 28th. */
function datesOn({ zone, day, at }: LocalDay, after: number, everyYear: boolean): DueDate[] {
  const on = new Date(`${day}T00:00:00Z`);
  on.setUTCDate(on.getUTCDate() - after);
  const date = on.toISOString().slice(0, 10);
  if (!everyYear) return [{ zone, at, date, part: date }];
  const part = date.slice(5);
  const isLast = part === '02-28' && new Date(on.getTime() + 86_400_000).getUTCDate() === 1;
  return (isLast ? [part, '02-29'] : [part]).map((part) => ({ zone, at, date, part }));
}

interface DateField {
  /** Expression over `s` and `due`: the day as 2026-12-01, or without a year as --12-01. */
  text: Sql;
  /** Predicate: there is a date, and as far as the rows show, the person already had it at that time. */
  holds: Sql;
}

/** Undefined if nobody has such a date. An attribute's day is taken as written, in any zone. */
async function dateOf(scope: Scope, field: string): Promise<DateField | undefined> {
  if (field === SUBSCRIBED_AT) {
    return {
      text: sql`to_char(s.subscribed_at at time zone due.zone, 'YYYY-MM-DD')`,
      holds: sql`s.subscribed_at <= due.at`,
    };
  }
  const [declared] = await readDeclaredFields(scope, [field]);
  if (declared?.type !== 'date') return undefined;
  const attributes = declared.changing ? sql`(${shownAttributes(sql`${scope.team.id}::int`)})` : sql`s.attributes`;
  const text = sql`left(${attributes} ->> ${field}::text, 10)`;
  return { text, holds: sql`translate(${text}, '123456789', '000000000') in ('0000-00-00', '--00-00')` };
}

/** Without a list, the newest subscription of each person, as for runs. */
const ofList = (listId: string | null): Sql =>
  listId !== null
    ? sql`s.list_id = ${listId}::uuid`
    : sql`not exists (select from subscribers o
                      where o.team_id = s.team_id and o.person_key = s.person_key and o.status = 'subscribed'
                        and (coalesce(o.subscribed_at, '-infinity'), o.id) > (coalesce(s.subscribed_at, '-infinity'), s.id))`;

/** In lower case; UTC if the database does not know it. */
async function zoneOfTeam({ db, team }: Scope, zones: readonly string[]): Promise<string> {
  const { timezone } = await db.team.findUniqueOrThrow({ where: { id: team.id }, select: { timezone: true } });
  const zone = timezone.toLowerCase();
  return zones.includes(zone) ? zone : 'utc';
}
