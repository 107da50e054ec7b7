import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import type { Scope } from '../../scope.ts';

/** The signals that automations can listen to. Those by the clock are written by no call (docs/automations.md). */
export type SignalKind =
  | 'event'
  | 'subscribed'
  | 'confirmed'
  | 'unsubscribed'
  | 'tag_added'
  | 'tag_removed'
  | 'opened'
  | 'clicked'
  | 'left'
  | 'segment_entered'
  | 'segment_left'
  | 'date';

/** Something that happened to a person. `ref`: its subject, as in `automation_listeners`. */
export interface Signal {
  person: string;
  kind: SignalKind;
  ref: string;
  /** The address of a clicked link. */
  detail?: string | null;
}

/** Whether any automation of the team listens to one of these kinds. Call it before reading data for signals. */
export async function hasListener({ db, team }: Scope, kinds: readonly SignalKind[]): Promise<boolean> {
  const [row] = await run<{ listened: boolean }>(
    db,
    sql`select exists (select from automation_listeners l
                       where l.team_id = ${team.id}::int and l.kind = any(${[...kinds]}::text[])) as listened`,
  );
  return row!.listened;
}

/** Writes the signals that some automation listens to, in the transaction of the event. One statement, however many. */
export async function writeSignals(scope: Scope, signals: readonly Signal[]): Promise<void> {
  if (signals.length === 0) return;
  const rows = signals.map(({ person, kind, ref, detail }) => ({
    person,
    kind: kind as string,
    ref,
    detail: detail ?? null,
  }));
  const given = recordset('g', rows, { person: 'uuid', kind: 'text', ref: 'text', detail: 'text' });
  await run(
    scope.db,
    sql`insert into automation_signals (team_id, person_key, kind, ref, detail, at)
        select ${scope.team.id}::int, g.person, g.kind, g.ref, g.detail, now() from ${given}
        where (g.kind, g.ref) in (select l.kind, l.ref from automation_listeners l
                                  where l.team_id = ${scope.team.id}::int)`,
  );
}
