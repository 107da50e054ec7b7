import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/** The kinds of objects in sample data. */
export const SAMPLE_KINDS = [
  ...(['list', 'person', 'field', 'tag', 'template', 'segment', 'campaign', 'automation', 'form', 'mail'] as const),
];
type SampleKind = (typeof SAMPLE_KINDS)[number];

/** The ids of a team's sample objects by kind; of people, their keys. */
export type SampleObjects = Record<SampleKind, string[]>;

/** A team's sample data. */
export interface SampleData {
  loadedAt: Date;
  objects: SampleObjects;
}

/** Records objects as sample data. One statement. */
export async function recordObjects({ db, team }: Scope, objects: SampleObjects): Promise<void> {
  const rows = SAMPLE_KINDS.flatMap((kind) => objects[kind].map((id) => ({ kind, id })));
  await run(
    db,
    sql`insert into sample_data (team_id, kind, id)
        select ${team.id}::int, g.kind, g.id
        from unnest(${rows.map(({ kind }): string => kind)}::text[], ${rows.map(({ id }) => id)}::uuid[]) g(kind, id)`,
  );
}

/** Returns the team's sample data, or null. One statement. */
export async function readSampleData({ db, team }: Scope): Promise<SampleData | null> {
  const rows = await run<{ kind: SampleKind; ids: string[]; loadedAt: Date }>(
    db,
    sql`select kind, array_agg(id::text order by id) as ids, min(loaded_at) as "loadedAt" from sample_data
        where team_id = ${team.id}::int group by kind`,
  );
  const [first] = rows;
  if (!first) return null;
  const of = (kind: SampleKind) => rows.find((row) => row.kind === kind)?.ids ?? [];
  const pairs = SAMPLE_KINDS.map((kind) => [kind, of(kind)] as const);
  return { loadedAt: first.loadedAt, objects: Object.fromEntries(pairs) as SampleObjects }; // each kind is among the pairs
}

/** Makes other calls that load or remove the team's sample data wait until the transaction ends. */
export async function lockSampleData({ db, team }: Scope): Promise<void> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`sample data ${team.id}`}::text, 0))::text`);
}
