import type { Settlement } from '../../domain/ledger/write-ledger.ts';
import type { Log } from '../../log.ts';

/** Logs one line for each unsent message. Addresses in the server's answer are replaced by "…". */
export function logFailures(log: Log, settlement: Settlement): void {
  const { claim, state } = settlement;
  if (settlement.reason === undefined || state === 'withheld') return;
  const reason = settlement.reason.replace(/[^\s<>:;,@]{1,128}@[^\s<>:;,]+/g, '…');
  const line = { message: claim.id, kind: claim.kind, reason };
  if (state === 'deferred') log.warn({ ...line, delaySeconds: settlement.delaySeconds }, 'mail deferred');
  else log.warn(line, state === 'sent' ? 'mail accepted for only some recipients' : 'mail failed');
}
