import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import type { Scope } from '../../scope.ts';

/** A change for the feed. */
export interface NewChange {
  sequence: number;
  kind: string;
  /** JSON, as webhooks get it. */
  body: string;
  person_key: string | null;
  subject: string;
}

const COLUMNS = { sequence: 'bigint', kind: 'text', body: 'text', person_key: 'uuid', subject: 'uuid' } as const;

/** Writes changes to the team's feed and wakes its readers once the transaction commits. */
export async function writeChanges(scope: Scope, changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return;
  const { db, team, now } = scope;
  const rows = changes.map(({ sequence, kind, body, person_key, subject }) => ({
    sequence,
    kind,
    body,
    person_key,
    subject,
  }));
  await run(
    db,
    sql`insert into changes (team_id, sequence, kind, body, person_key, subject, created_at)
        select ${team.id}::int, g.sequence, g.kind, g.body, g.person_key, g.subject, ${now()}::timestamptz
        from ${recordset('g', rows, COLUMNS)}`,
  );
  await scope.publish({ topic: 'feed.grown', teamId: team.id });
}
