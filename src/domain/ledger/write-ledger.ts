import { callByTeam } from '../../database/call-by-team.ts';
import type { Database } from '../../database/connect.ts';
import { targetsOf } from '../../validation/suppression-targets.ts';
import { storable } from '../../validation/text.ts';
import { type Claim, keyOf } from './claim.ts';
import type { Between } from './count-deliveries.ts';

/**
 * The result of a claim: sent, failed for good, unknown (may have arrived, not repeated), withheld (no longer to be sent),
 * deferred after a temporary failure, or queued again without a try. `reason` is shown to the team. `subject` is the sent
 * subject. `refused` are the recipients that the server refused. `between`: the domains of the delivery and the cause of a
 * refusal; absent if no mail server answered.
 */
export type Settlement = { claim: Claim; reason?: string; subject?: string; between?: Between } & (
  | { state: 'sent' | 'failed'; refused?: readonly { address: string; reason: string }[] }
  | { state: 'unknown' }
  /** `why`: a machine-readable reason. */
  | { state: 'withheld'; why: string }
  | {
      state: 'deferred';
      delaySeconds: number;
      undecided?: boolean;
      refused?: readonly { address: string; reason: string }[];
      /** The recipients to try again, if others already have the message. */
      remaining?: readonly string[];
    }
  | { state: 'queued'; delaySeconds: number }
);

/** A message that is about to be sent, and all its recipients. */
export interface SendStart {
  claim: Claim;
  recipients: readonly string[];
}

export interface LedgerWrite {
  /** The claims that were settled; the others belong to another worker by now. */
  settled: Claim[];
  /** The messages that may be sent now. */
  started: SendStart[];
}

/** The arguments of the function `write_ledger`. */
const ARGUMENTS = { message_ids: 'uuid[]', settlements: 'jsonb', starts: 'jsonb', lease_seconds: 'float8' } as const;

/** A row of its answer. */
interface Written {
  teamId: number;
  /** Whether it is a settlement; else a start. */
  settled: boolean;
  index: number;
}

/**
 * Writes settlements and starts in one statement (prisma/functions/write_ledger.sql), so that the last message of a connection and
 * its next one share a commit. It locks all rows of a team in key order, so that two writers cannot deadlock. A message that
 * another worker has claimed meanwhile is left alone. A worker that was believed lost and returns with the result may replace
 * `unknown`. A start is the last check before sending (prisma/functions/start_messages.sql). What was settled is counted later
 * (count-outcomes.ts).
 */
export async function writeLedger(
  db: Database,
  settlements: readonly Settlement[],
  starts: readonly SendStart[],
  leaseSeconds: number,
): Promise<LedgerWrite> {
  const teams = new Set([...settlements, ...starts].map(({ claim }) => claim.teamId));
  const calls = [...teams].map((teamId) => {
    const ofTeam = settlements.flatMap((one, index) => (one.claim.teamId === teamId ? settlementRow(one, index) : []));
    const starting = starts.flatMap((one, index) => (one.claim.teamId === teamId ? startRow(one, index) : []));
    const message_ids = [...ofTeam, ...starting].map(({ id }) => id);
    return { teamId, args: { message_ids, settlements: ofTeam, starts: starting, lease_seconds: leaseSeconds } };
  });
  const written = await callByTeam<Written, typeof ARGUMENTS>(db, 'write_ledger', ARGUMENTS, calls, { tells: true });
  return {
    settled: written.flatMap(({ settled, index }) => (settled ? settlements[index]!.claim : [])),
    started: written.flatMap(({ settled, index }) => (settled ? [] : starts[index]!)),
  };
}

function settlementRow(settlement: Settlement, index: number) {
  const { claim, state, reason, subject, between } = settlement;
  return {
    ...keyOf(claim, index),
    state,
    delay: 'delaySeconds' in settlement ? settlement.delaySeconds : 0,
    undecided: Number('undecided' in settlement && settlement.undecided === true),
    reason: reason && storable(reason),
    subject: subject && storable(subject),
    remaining: 'remaining' in settlement ? settlement.remaining : undefined,
    why: 'why' in settlement ? settlement.why : undefined,
    ...(between && { ...between, cause: state === 'sent' ? '' : between.cause }),
  };
}

const startRow = ({ claim, recipients }: SendStart, index: number) => ({
  ...keyOf(claim, index),
  state: 'sending',
  targets: recipients.flatMap((email) => targetsOf(claim.teamId, email)),
});
