import type { Claim } from '../../domain/ledger/claim.ts';
import type { Settlement } from '../../domain/ledger/write-ledger.ts';
import type { SendRoute } from '../../domain/transports/send-route.ts';
import { messages } from '../../metrics/metrics.ts';

const OTHER = 'other';

/** Limits the values of a label: the first `most` are kept, all later ones are `other`. */
function boundedLabel(most: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return OTHER;
    known.add(value);
    return value;
  };
}

const MAX_TRANSPORTS = 50;

/** Counts message outcomes for /metrics. */
export class MessageCounter {
  readonly #transports = new WeakMap<Claim, string>();
  readonly #label = boundedLabel(MAX_TRANSPORTS);

  /** The transport of a message is known. */
  routed(claim: Claim, { transportId }: SendRoute): void {
    this.#transports.set(claim, this.#label(transportId ?? 'installation'));
  }

  note({ claim, state, reason = '' }: Settlement): void {
    if (state === 'queued') return;
    const transport = this.#transports.get(claim) ?? 'none';
    messages.inc({
      kind: claim.kind,
      outcome: state,
      transport,
      reason: state === 'sent' ? 'none' : reasonLabel(reason),
    });
  }
}

/** By the second number of an enhanced status (RFC 3463). */
const SUBJECTS = ['other', 'address', 'mailbox', 'mail_system', 'network', 'protocol', 'content', 'policy'];

/** Maps a reason in another server's words to one of a few classes. */
function reasonLabel(reason: string): string {
  const [, code, subject] = /(?:^|: )([45]\d\d)[ -]?(?:[45]\.(\d)\.\d{1,3})?/.exec(reason) ?? [];
  if (subject !== undefined) return SUBJECTS[Number(subject)] ?? 'other';
  if (code !== undefined) return code.startsWith('4') ? 'refused_for_now' : 'refused';
  if (/connection|could not be reached|login|certificate|does not (offer|begin with) TLS/.test(reason))
    return 'connection';
  if (/suppressed/.test(reason)) return 'suppressed';
  if (/accepted no messages|worker was lost/.test(reason)) return 'given_up';
  return 'other';
}
