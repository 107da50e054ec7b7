import type { Claim } from '../domain/ledger/claim.ts';
import type { Settlement } from '../domain/ledger/write-ledger.ts';
import type { BuiltMessage } from '../domain/sending/compose/composed-message.ts';
import type { SendRoute } from '../domain/transports/send-route.ts';
import { domainOf } from '../validation/email.ts';
import { isSampleAddress } from '../validation/sample-address.ts';
import type { MessageBuilder } from './build/message-builder.ts';
import type { Gates } from './gate/gates.ts';
import { answeredBy } from './record/answered-by.ts';
import type { LedgerWriter } from './record/ledger-writer.ts';
import { MAX_UNDECIDED, mayHaveArrived, release, settlementFor, settlementOfError } from './record/settlements.ts';
import type { MessageSigner } from './signing/message-signer.ts';
import type { Outcome, OutgoingMessage } from './transports/transport.ts';

/** The services for the steps of a delivery. */
export interface SendSteps {
  signer: MessageSigner;
  gates: Gates;
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

const SAMPLE_ADDRESS = 'The address belongs to the sample data. No mail server gets e-mails to it.';

/**
 * Delivers one message: build → sign → pass the gate → record the start → send. Returns the settlement. Rejects only for our
 * own failures, before anything was sent.
 */
export async function deliverMessage({ claim, route, build }: LoadedMessage, steps: SendSteps): Promise<Settlement> {
  if (claim.undecided > MAX_UNDECIDED) return mayHaveArrived(claim, 'The worker stopped while sending.');
  const delaySeconds = steps.gates.delayOf({ claim, route });
  if (delaySeconds > 0) return release(claim, delaySeconds);
  let built: BuiltMessage;
  try {
    built = await build();
  } catch (error) {
    return settlementOfError(error, claim);
  }
  if (steps.gates.leaves(route) && built.message.envelope.to.some(isSampleAddress))
    return { claim, state: 'failed', subject: built.subject, reason: SAMPLE_ADDRESS };
  const message = await steps.signer.sign(claim, built.message);
  const outcome = await send(claim, route, message, steps);
  const settlement = settlementFor(outcome, claim, built, steps.retrySecondsOf(claim));
  const between = answeredBy(outcome, settlement, { from: domainOf(message.sender), to: route.domain });
  return { ...settlement, ...(between && { between }) };
}

/** Waits until the gates let the message pass. Records the start once it can be sent immediately. */
async function send(claim: Claim, route: SendRoute, message: OutgoingMessage, steps: SendSteps): Promise<Outcome> {
  const pass = await steps.gates.enter({ claim, route }, message.sender);
  if (pass.kind !== 'pass') return pass;
  const stillOurs = await steps.ledger.startSending(claim, message.envelope.to).catch((error) => {
    pass.leave();
    throw error;
  });
  if (stillOurs) return pass.send(message, stillOurs);
  pass.leave();
  return { kind: 'withdrawn' };
}
