import { type Database, empty, join, raw, run, type Sql, sql } from './connect.ts';
import { isDistributed } from './layout.ts';

/** The types of a function's arguments after `team`, by name, in order. */
type Types = Record<string, 'uuid[]' | 'jsonb' | 'int' | 'float8'>;

/** The arguments of a call for one team. */
interface TeamCall<Of extends Types> {
  teamId: number;
  args: { [Name in keyof Of]: unknown };
}

/**
 * Calls a function of prisma/functions once for each team, and returns the rows of all. One machine runs all calls in one statement;
 * where tables are distributed, each call is a statement that runs on its team's machine (docs/adr/0176). `tells`: the other processes are
 * sent the `notice` of each row once its statement has committed. Names must come from our code.
 */
export async function callByTeam<Row extends object, Of extends Types>(
  db: Database,
  name: string,
  types: Of,
  calls: readonly TeamCall<Of>[],
  { tells = false }: { tells?: boolean } = {},
): Promise<(Row & { teamId: number })[]> {
  if (calls.length === 0) return [];
  const inOrder = calls.toSorted((one, other) => one.teamId - other.teamId);
  if (!isDistributed(db)) return run(db, together(name, types, inOrder, tells));
  const rows = await Promise.all(
    inOrder.map(async (call) =>
      (await run<Row & { notice?: string | null }>(db, alone(name, types, call))).map((row) => ({
        ...row,
        teamId: call.teamId,
      })),
    ),
  );
  const notices = rows.flat().flatMap(({ notice }) => notice ?? []);
  // A worker's notice reaches nobody. One that fails is dropped: the result is in its row.
  if (notices.length > 0)
    await run(db, sql`select ${tell(sql`notice`)} from unnest(${notices}::text[]) notice`).catch(() => {});
  return rows.flat();
}

const tell = (notice: Sql): Sql => sql`pg_notify('tidings', ${notice})::text`;

function together<Of extends Types>(name: string, types: Of, calls: readonly TeamCall<Of>[], tells: boolean): Sql {
  const columns = Object.entries(types).map(([column, type]) => raw(`, ${column} ${type}`));
  const args = Object.keys(types).map((column) => raw(`, call.${column}`));
  const given = JSON.stringify(calls.map(({ teamId, args }) => ({ team: teamId, ...args })));
  return sql`select call.team as "teamId", answer.*${tells ? sql`, case when answer.notice is not null then ${tell(sql`answer.notice`)} end as told` : empty}
    from jsonb_to_recordset(${given}::jsonb) as call(team int${join(columns, '')})
    cross join lateral ${raw(name)}(call.team${join(args, '')}) answer`;
}

function alone<Of extends Types>(name: string, types: Of, { teamId, args }: TeamCall<Of>): Sql {
  const values = Object.entries(types).map(
    ([column, type]) => sql`, ${type === 'jsonb' ? JSON.stringify(args[column]) : args[column]}::${raw(type)}`,
  );
  return sql`select * from ${raw(name)}(${teamId}::int${join(values, '')})`;
}
