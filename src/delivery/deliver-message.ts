import { type Claim, isBulk } from '../domain/ledger/claim.ts';
import type { Settlement } from '../domain/ledger/write-ledger.ts';
import type { SendRoute } from '../domain/transports/send-route.ts';
import { domainOf } from '../validation/email.ts';
import type { BuiltMessage, MessageBuilder } from './build/message-builder.ts';
import { answeredBy } from './record/answered-by.ts';
import type { LedgerWriter } from './record/ledger-writer.ts';
import { MAX_UNDECIDED, mayHaveArrived, release, settlementFor, settlementOfError } from './record/settlements.ts';
import type { MessageSigner } from './signing/message-signer.ts';
import type { Throttle } from './throttle/throttle.ts';
import type { Outcome, OutgoingMessage } from './transports/transport.ts';
import type { TransportPool } from './transports/transport-pool.ts';

/** The services for the steps of a delivery. */
export interface SendSteps {
  signer: MessageSigner;
  throttle: Throttle;
  transports: TransportPool;
  ledger: LedgerWriter;
  /** Seconds to wait after the first, second, … temporary failure. After the last one the message fails. */
  retrySecondsOf(claim: Claim): readonly number[];
}

/** A claimed message with its route and its builder. */
export interface LoadedMessage {
  claim: Claim;
  route: SendRoute;
  build: MessageBuilder;
}

/**
 * Delivers one message: build → sign → throttle → connect → record the start → send. Returns the settlement. Rejects only for our
 * own failures, before anything was sent.
 */
export async function deliverMessage({ claim, route, build }: LoadedMessage, steps: SendSteps): Promise<Settlement> {
  if (claim.undecided > MAX_UNDECIDED) return mayHaveArrived(claim, 'The worker stopped while sending.');
  const delaySeconds = steps.throttle.delayOf(claim, route);
  if (delaySeconds > 0) return release(claim, delaySeconds);
  let built: BuiltMessage;
  try {
    built = await build();
  } catch (error) {
    return settlementOfError(error, claim);
  }
  const message = await steps.signer.sign(claim, built.message);
  const outcome = await send(claim, message, route, steps);
  const settlement = settlementFor(outcome, claim, built, steps.retrySecondsOf(claim));
  const between = answeredBy(outcome, settlement, { from: domainOf(message.sender), to: route.domain });
  return { ...settlement, ...(between && { between }) };
}

/** Waits for a slot of the domain, then for a connection. Records the start once the message can be sent immediately. */
async function send(claim: Claim, message: OutgoingMessage, route: SendRoute, steps: SendSteps): Promise<Outcome> {
  const { throttle, transports, ledger } = steps;
  const slot = await throttle.enter(route, claim, message.sender);
  if (slot.kind === 'withdrawn') return slot;
  let outcome: Outcome | undefined;
  try {
    const connection = await transports.connect(route, !isBulk(claim));
    if (connection.kind !== 'connected') {
      outcome = connection;
      return outcome;
    }
    const stillOurs = await ledger.startSending(claim, message.envelope.to).catch((error) => {
      connection.release();
      throw error;
    });
    if (!stillOurs) {
      connection.release();
      return { kind: 'withdrawn' };
    }
    slot.begin();
    outcome = await connection.send(message, stillOurs);
    return outcome;
  } finally {
    slot.leave(outcome);
  }
}
