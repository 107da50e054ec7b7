import type { Settlement } from '../../domain/ledger/write-ledger.ts';
import type { Log } from '../../log.ts';

/** One line for each mail that did not go out. Addresses that a server repeats are left out of it. */
export function reportFailures(log: Log, settlement: Settlement): void {
  const { claim, state } = settlement;
  if (settlement.reason === undefined || state === 'withheld') return;
  const reason = settlement.reason.replace(/[^\s<>:;,]+@[^\s<>:;,]+/g, '…');
  const line = { message: claim.id, kind: claim.kind, reason };
  if (state === 'deferred') log.warn({ ...line, delaySeconds: settlement.delaySeconds }, 'mail deferred');
  else log.warn(line, state === 'sent' ? 'mail accepted for some recipients only' : 'mail failed');
}
