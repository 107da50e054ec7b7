import { renderTemplate } from '../domain/content/rendering/pool.ts';
import { sourceOf } from '../domain/content/rendering/template-source.ts';
import { composeMessage } from './compose.ts';
import type { Material } from './material.ts';
import { MessageError } from './message-error.ts';
import type { OutgoingMessage } from './transports/transport.ts';

/**
 * Renders and composes the message of a mail for those recipients who may be written to.
 * Throws MessageError or RenderError when there can be no message.
 */
export async function makeMessage(material: Material): Promise<{ message: OutgoingMessage; subject: string }> {
  const { mail, template, suppressed } = material;
  const open = (list: readonly string[]) => list.filter((one) => !suppressed.has(one));
  const addressed = { to: open(mail.to), cc: open(mail.cc), bcc: open(mail.bcc) };
  const count = addressed.to.length + addressed.cc.length + addressed.bcc.length;
  if (count === 0) {
    throw new MessageError(
      mail.recipients.length > 1 ? 'The recipients are suppressed.' : 'The recipient is suppressed.',
    );
  }
  if (!template) throw new MessageError('The template no longer exists.');
  const source = sourceOf(template, mail.locale);
  const content = await renderTemplate({
    subject: mail.subjectSource ?? source.subject,
    html: source.html,
    scope: liquidScope(material, addressed.to[0]),
  });
  return { message: await composeMessage({ ...mail, ...addressed }, content), subject: content.subject };
}

/** `{{ order }}` and `{{ variables.order }}` both work; a variable does not hide what every message has. */
function liquidScope({ mail, teamName }: Material, email: string | undefined): Record<string, unknown> {
  const variables = (mail.variables ?? {}) as Record<string, unknown>;
  return { ...variables, variables, team: { name: teamName }, subscriber: { email: email ?? null } };
}
