import { createHash } from 'node:crypto';
import type { SignedSubject } from '../../crypto/signed-subjects.ts';
import type { Vault } from '../../crypto/vault.ts';
import { type Database, inTransaction, run, sql } from '../../database/connect.ts';
import { NotFoundError } from '../../errors.ts';
import { createScope, WORKER } from '../../scope.ts';
import { type FeedbackProvider, secretPurpose } from './feedback-secrets.ts';
import { type FeedbackReport, recordFeedback } from './record-feedback.ts';
import { recordUnsubscribes, type Unsubscribe } from './record-unsubscribes.ts';

/** A feedback source with the secret that authenticates its calls. */
export interface OpenSource extends SignedSubject {
  provider: FeedbackProvider;
  secret: string;
}

/** Returns a source with its decrypted secret. Throws NotFoundError. */
export async function openFeedbackSource(
  db: Database,
  vault: Vault,
  { teamId, id }: SignedSubject,
  provider: FeedbackProvider,
): Promise<OpenSource> {
  const [row] = await run<{ secret: Uint8Array }>(
    db,
    sql`select secret from feedback_sources
        where team_id = ${teamId} and id = ${id}::uuid and provider = ${provider}::"FeedbackProvider"`,
  );
  if (!row) throw new NotFoundError();
  return { teamId, id, provider, secret: vault.decrypt(row.secret, secretPurpose(teamId, id)).toString() };
}

/** How long calls are remembered: longer than the signature of any provider's call stays valid. */
const REMEMBERED_HOURS = 24;

/** A relevant event of a provider: a bounce, a complaint, or an unsubscribe there. */
export type ProviderEvent = Omit<FeedbackReport, 'teamId'> | Unsubscribe;

/**
 * Records the events of a provider's call, once. `call` identifies the call. Returns false and does nothing if the same
 * call was received before. The call is remembered in the transaction that records its events, so a failed call can be
 * repeated.
 */
export function receiveFeedback(
  db: Database,
  { teamId, id, provider }: Omit<OpenSource, 'secret'>,
  call: string,
  events: readonly ProviderEvent[],
): Promise<boolean> {
  const key = createHash('sha256').update(call).digest('hex');
  return inTransaction(db, async (db) => {
    const received = await run(
      db,
      sql`with forgotten as (
            delete from feedback_receipts where team_id = ${teamId} and source_id = ${id}::uuid
              and at < now() - make_interval(hours => ${REMEMBERED_HOURS})
          ), received as (
            insert into feedback_receipts (team_id, source_id, key)
            select team_id, id, decode(${key}, 'hex') from feedback_sources
            where team_id = ${teamId} and id = ${id}::uuid
            on conflict do nothing returning source_id
          ), seen as (
            update feedback_sources s set last_received_at = now()
            from received where s.team_id = ${teamId} and s.id = received.source_id
              and (s.last_received_at is null or s.last_received_at < now() - interval '1 minute')
          )
          select source_id from received`,
    );
    if (received.length === 0) return false;
    await recordFeedback(
      db,
      events.filter(isReport).map((report) => ({
        ...report,
        teamId,
        ...(report.reference && { reference: `${id} ${report.reference}` }),
      })),
    );
    const scope = createScope(db, { id: teamId }, WORKER);
    await recordUnsubscribes(scope, { id, provider }, events.filter(isUnsubscribe));
    return true;
  });
}

const isUnsubscribe = (event: ProviderEvent): event is Unsubscribe => event.kind === 'unsubscribe';

const isReport = (event: ProviderEvent): event is Omit<FeedbackReport, 'teamId'> => !isUnsubscribe(event);
