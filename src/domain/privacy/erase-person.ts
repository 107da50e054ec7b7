import { run, sql } from '../../database/connect.ts';
import type { Suppression } from '../../generated/prisma/client.ts';
import { newId, personKey } from '../../ids.ts';
import { LONG_MS, type Scope, transaction } from '../../scope.ts';
import { emailAddress } from '../../validation/email.ts';
import { record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { whileErasing } from '../erasure-lock.ts';
import { found } from '../found.ts';
import { countOutcomes } from '../ledger/count-outcomes.ts';
import { countReactionsHere } from '../ledger/count-reactions.ts';
import { endRuns } from '../ledger/end-runs.ts';
import { signalLeft } from '../signals/people-who-left.ts';
import { eraseBulkUpdates } from './erase-bulk-updates.ts';
import { eraseImportRows } from './erase-import-rows.ts';
import { eraseMails } from './erase-mails.ts';
import { eraseViews } from './erase-views.ts';
import { eraseWebhookDeliveries } from './erase-webhook-deliveries.ts';

export const erasureInput = record({ email: emailAddress() });

/**
 * Erases a person of the team: subscriptions, events, touches, the content of mails to them, and the address everywhere
 * else (docs/people.md lists the tables). The amounts of their sales stay without a person. Only the key remains: it
 * suppresses the address, and nothing is stored under it. Unknown people can be erased too. Safe to repeat. Returns the
 * suppression. Throws ValidationError.
 */
export function erasePerson(scope: Scope, input: unknown): Promise<Suppression> {
  const { email } = parse(erasureInput, input);
  const key = personKey(scope.team.id, email);
  return transaction(
    scope,
    async (scope) => {
      await whileErasing(scope);
      const wasKnown = await eraseAddress(scope, key);
      await eraseActivity(scope, key);
      await eraseRuns(scope, key);
      await eraseSubscriptions(scope, key);
      await eraseWebhookDeliveries(scope, key, email); // while the mails still name the person
      await eraseMails(scope, email, wasKnown);
      await eraseImportRows(scope, email);
      await eraseBulkUpdates(scope, email);
      await eraseViews(scope, email);
      return suppress(scope, email, key);
    },
    LONG_MS,
  );
}

/**
 * Erases the address from the person's row. Recording events does not take the erasure lock but locks this row: this waits
 * for events that are being recorded, and later ones find a row without an address. Returns whether there was one.
 */
async function eraseAddress(scope: Scope, key: string): Promise<boolean> {
  const team = scope.team.id;
  await run(
    scope.db,
    sql`insert into people (team_id, key, email) values (${team}, ${key}::uuid, null) on conflict do nothing returning key`,
  );
  await run(scope.db, sql`select key from people where team_id = ${team} and key = ${key}::uuid for update`);
  await countOutcomes(scope.db, [team]); // they refer to mails that are erased below
  await countReactionsHere(scope); // no further reactions of this person can come, and the remaining figures include the earlier ones
  const known = await run(
    scope.db,
    sql`update people set email = null, tracked = true, soft_bounces_from = null, paused_until = null,
          frequency_messages = null, frequency_days = null, created_at = now()
        where team_id = ${team} and key = ${key}::uuid and email is not null returning key`,
  );
  return known.length > 0;
}

async function eraseActivity(scope: Scope, personKey: string): Promise<void> {
  const where = { teamId: scope.team.id, personKey };
  await run(
    scope.db,
    sql`with gone as (
          delete from events where team_id = ${scope.team.id}::int and person_key = ${personKey}::uuid returning reference
        )
        delete from event_references where team_id = ${scope.team.id}::int and reference in (select reference from gone)`,
  );
  await scope.db.personEvents.deleteMany({ where }); // also counts events that were removed before
  await scope.db.touch.deleteMany({ where });
  await scope.db.feedback.deleteMany({ where });
  await scope.db.automationMember.deleteMany({ where });
  await scope.db.automationSignal.deleteMany({ where });
  await signalLeft(scope, [personKey]);
  await run(
    scope.db,
    sql`update refunds r set reference = null from sales s
        where s.team_id = ${scope.team.id} and s.person_key = ${personKey}::uuid
          and r.team_id = s.team_id and r.sale_id = s.id returning r.id::text`,
  );
  await run(
    scope.db,
    sql`update sales set person_key = null, reference = null, properties = null
        where team_id = ${scope.team.id} and person_key = ${personKey}::uuid`,
  );
}

/** Deletes the subscriptions without announcing it: the notice of a deletion contains the address. */
async function eraseSubscriptions(scope: Scope, personKey: string): Promise<void> {
  const team = scope.team.id;
  const subscriptions = await run<{ id: string }>(
    // in the order in which statements over many subscribers lock them
    scope.db,
    sql`select id from subscribers where team_id = ${team} and person_key = ${personKey}::uuid order by id for update`,
  );
  await forgetInAuditLog(
    scope,
    subscriptions.map(({ id }) => id),
  );
  // After the subscribers are locked, in the same order as a confirmation, which changes the sign-ups too.
  await scope.db.signUp.deleteMany({ where: { teamId: team, personKey } });
  await scope.db.subscriber.deleteMany({ where: { teamId: team, personKey } });
}

/** Actions on the subscriptions stay in the audit log, without their ids. */
async function forgetInAuditLog({ db, team }: Scope, subscriptions: readonly string[]): Promise<void> {
  await run(
    db,
    sql`update audit_log set object_id = null
        where team_id = ${team.id} and object_type = 'subscriber' and object_id = any(${[...subscriptions]}::uuid[])`,
  );
}

/** Replaces a suppression of the address, which contains the address, with one of the key. */
async function suppress(scope: Scope, email: string, key: string): Promise<Suppression> {
  await scope.db.suppression.deleteMany({ where: { teamId: scope.team.id, target: email } });
  const [row] = await run<Suppression>(
    scope.db,
    sql`insert into suppressions (team_id, id, target, reason)
        values (${scope.team.id}, ${newId()}::uuid, ${key}, 'erased')
        on conflict (team_id, target) do update set target = excluded.target
        returning team_id as "teamId", id, target, reason::text as reason, created_at as "createdAt"`,
  );
  return found(row);
}

const ALL_RUNS = 2 ** 31 - 1;

/** Ends the person's runs, and erases their personal data: the bare rows stay for the figures of their automations. */
async function eraseRuns(scope: Scope, personKey: string): Promise<void> {
  const { db, team } = scope;
  await endRuns(scope, sql`r.person_key = ${personKey}::uuid`, 'erased', ALL_RUNS);
  await run(
    db,
    sql`update automation_runs set subscriber_id = null, event = null, event_id = null, entered_at = null, wait_until = null,
          failing_since = null, last_error = null
        where team_id = ${team.id} and person_key = ${personKey}::uuid`,
  );
  await run(
    db,
    sql`update automation_run_steps s set reason = null
        where s.team_id = ${team.id} and s.reason is not null and s.run_id in (
          select r.id from automation_runs r where r.team_id = ${team.id} and r.person_key = ${personKey}::uuid)`,
  );
}
