import { run, sql } from '../../../database/connect.ts';
import { recordset } from '../../../database/recordset.ts';
import { newId } from '../../../ids.ts';
import type { RunAtStep, StepContext } from '../steps/step-kind.ts';

/** A run, and the e-mail for its person. */
export interface NewMessage {
  run: RunAtStep;
  email: string;
}

/**
 * Writes the messages of a step to the ledger, one for each run even when repeated, in one statement. They can be sent once
 * the transaction has committed.
 */
export async function writeMessages({ scope, now }: StepContext, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map(({ run, email }) => ({ id: newId(), email, person: run.person, run: run.id }));
  await run(
    scope.db,
    sql`insert into messages (team_id, id, kind, campaign_id, person_key, run_id, due_at)
        select ${scope.team.id}::int, id, 'automation', email, person, run, ${now}::timestamptz
        from ${recordset('given', rows, { id: 'uuid', email: 'uuid', person: 'uuid', run: 'uuid' })}
        order by email, person, run
        on conflict do nothing`,
  );
  await scope.publish({ topic: 'mail.queued', teamId: scope.team.id, bulk: true });
}
