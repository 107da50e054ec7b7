import type { LinkOfMessage } from '../../../crypto/links.ts';
import type { TransactionalMail } from '../../../generated/prisma/client.ts';
import { isPlain } from '../../../validation/email.ts';
import { teamValues } from '../../content/brand/team-values.ts';
import type { ClaimedMessage } from '../../ledger/claim.ts';
import { renderMail } from '../rendered-mail.ts';
import { addTracking, countingLinks } from './add-tracking.ts';
import { composeMessage } from './compose.ts';
import type { BuiltMessage, ComposedMessage } from './composed-message.ts';
import { listUnsubscribe, type UnsubscribeContext } from './list-unsubscribe.ts';
import type { MailData } from './mail-data.ts';
import { MessageError } from './message-error.ts';

/** The message of an e-mail. `remaining`: the only recipients who get it, if others have it already. `date`: of its Date header. */
type Message = Pick<ClaimedMessage, 'teamId' | 'id' | 'runId'> & { remaining?: readonly string[] | null; date?: Date };

/**
 * Renders and composes an e-mail's message for the recipients who are not suppressed. `remarks`: unreadable values in it. Throws
 * MessageError or RenderError when the message cannot be built.
 */
export async function buildMailMessage(
  claim: Message,
  data: MailData,
  context: UnsubscribeContext,
): Promise<BuiltMessage & { remarks: string[] }> {
  const { links } = context;
  const { mail, template, team, subscriber, counted, suppressed } = data;
  const allowed = (list: readonly string[]) => list.filter((email) => !suppressed.has(email));
  const addressed = { to: allowed(mail.to), cc: allowed(mail.cc), bcc: allowed(mail.bcc) };
  const count = addressed.to.length + addressed.cc.length + addressed.bcc.length;
  if (count === 0) {
    throw new MessageError(
      mail.recipients.length > 1 ? 'The recipients are suppressed.' : 'The recipient is suppressed.',
    );
  }
  if (mail.templateId && !template) throw new MessageError('The template no longer exists.');
  const own = { teamId: claim.teamId, id: claim.id };
  const viewUrl = links.url('view', own);
  // Other recipients of the message could use the person's links.
  const isAlone = mail.recipients.length === 1;
  const leaving = subscriber && isAlone && leavingBy(claim, subscriber.id);
  const theirs = leaving && links.variables(leaving);
  const addressee = { email: addressed.to[0], subscriber, ...(theirs && { links: theirs }) };
  const asked = { viewUrl, ...((mail.strict ?? template?.strict) && { strict: true }) };
  const content = await renderMail(template, mail, teamValues(team, links.picturesUrl), addressee, asked);
  const html = addTracking(content.html, {
    ...(counted.clicks && countingLinks(links, own)),
    ...(counted.opens && { pixel: links.url('open', own) }),
  });
  // The header offers unsubscribing only if the text does. A password reset does not.
  const offersLeaving = theirs && `${content.html} ${content.text}`.includes(theirs.unsubscribe_url);
  const composeFor = async (recipients: Recipients) => {
    const options = {
      ...(offersLeaving && { leaving: listUnsubscribe(leaving, context) }),
      ...(claim.date && { date: claim.date }),
    };
    return remainingOf(claim, await composeMessage({ ...mail, ...recipients }, { ...content, html }, options));
  };
  const message = await composeFor(addressed);
  const ascii = asciiOf(addressed);
  const isMixed =
    message.envelope.to.some(isPlain) &&
    Object.values(addressed)
      .flat()
      .some((one) => !isPlain(one));
  return {
    message: { ...message, ...(isMixed && { ascii: () => composeFor(ascii) }) },
    subject: content.subject,
    leftOut: [...suppressed],
    remarks: content.remarks,
  };
}

type Recipients = Pick<TransactionalMail, 'to' | 'cc' | 'bcc'>;

/** The recipients whose addresses need no SMTPUTF8. */
const asciiOf = ({ to, cc, bcc }: Recipients): Recipients => ({
  to: to.filter(isPlain),
  cc: cc.filter(isPlain),
  bcc: bcc.filter(isPlain),
});

/** The person behind its links. The automation step that queued it is credited with the unsubscribe. */
const leavingBy = ({ teamId, id: messageId, runId }: Message, id: string): LinkOfMessage => ({
  teamId,
  id,
  ...(runId !== null && { messageId }),
});

/** The same message, only for the remaining recipients. */
function remainingOf({ remaining }: Message, message: ComposedMessage): ComposedMessage {
  if (!remaining) return message;
  const to = message.envelope.to.filter((one) => remaining.includes(one));
  if (to.length === 0) throw new MessageError('The remaining recipients are suppressed.');
  return { ...message, envelope: { ...message.envelope, to } };
}
