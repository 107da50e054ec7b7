import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import type { Trigger } from '../definition/definition.ts';
import type { Signal } from './process-signals.ts';
import { readVersion } from './read-version.ts';
import type { Starting } from './start-runs.ts';

/** An automation that listens to some of the signals. */
export interface Listening extends Starting {
  status: string;
  /** When it was last activated. */
  activatedAt: Date | null;
  trigger: Trigger;
  /** The listeners that match the signals. */
  listens: { kind: string; ref: string; imports: boolean }[];
}

interface Row extends Pick<Listening, 'id' | 'name' | 'listId' | 'version' | 'status' | 'activatedAt' | 'listens'> {}

/** The automations that listen to signals: active ones, and paused ones, which only stop new entries. */
export async function readListening(scope: Scope, signals: readonly Signal[]): Promise<Listening[]> {
  const signalled = [...new Map(signals.map(({ kind, ref }) => [`${kind} ${ref}`, { kind, ref }])).values()];
  const rows = await run<Row>(
    scope.db,
    sql`select a.id::text, a.name, a.list_id::text as "listId", a.version, a.status::text as status,
               a.activated_at as "activatedAt", jsonb_agg(jsonb_build_object('kind', l.kind, 'ref', l.ref, 'imports', l.imports)) as listens
        from automation_listeners l
        join unnest(${signalled.map(({ kind }) => kind)}::text[], ${signalled.map(({ ref }) => ref)}::text[]) as signalled(kind, ref)
          on signalled.kind = l.kind and signalled.ref = l.ref
        join automations a on a.team_id = l.team_id and a.id = l.automation_id and a.deleted_at is null
        where l.team_id = ${scope.team.id}::int and a.status in ('active', 'paused')
        group by a.team_id, a.id order by a.id`,
  );
  return Promise.all(
    rows.map(async (row) => {
      const { definition } = await readVersion(scope, row.id, row.version);
      return { ...row, entry: definition.entry, trigger: definition.trigger };
    }),
  );
}
