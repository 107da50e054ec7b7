import { renderMail } from '../domain/sending/rendered-mail.ts';
import { composeMessage } from './compose.ts';
import type { Material } from './mail-material.ts';
import type { Made } from './makers.ts';
import { MessageError } from './message-error.ts';

/**
 * Renders and composes the message of a mail for those recipients who may be written to.
 * Throws MessageError or RenderError when there can be no message.
 */
export async function makeMessage(material: Material): Promise<Made> {
  const { mail, template, teamName, suppressed } = material;
  const open = (list: readonly string[]) => list.filter((one) => !suppressed.has(one));
  const addressed = { to: open(mail.to), cc: open(mail.cc), bcc: open(mail.bcc) };
  const count = addressed.to.length + addressed.cc.length + addressed.bcc.length;
  if (count === 0) {
    throw new MessageError(
      mail.recipients.length > 1 ? 'The recipients are suppressed.' : 'The recipient is suppressed.',
    );
  }
  if (!template) throw new MessageError('The template no longer exists.');
  const content = await renderMail(template, mail, teamName, addressed.to[0]);
  return { message: await composeMessage({ ...mail, ...addressed }, content), subject: content.subject };
}
