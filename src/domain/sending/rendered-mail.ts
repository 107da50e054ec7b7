import { NotFoundError, ValidationError } from '../../errors.ts';
import type { Template, TransactionalMail } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { RenderError, renderTemplate } from '../content/rendering/pool.ts';
import { sourceOf } from '../content/rendering/template-source.ts';
import { found } from '../found.ts';
import { readTransactionalMail } from './transactional-mails.ts';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  warnings: string[];
}

type Source = Pick<Template, 'subject' | 'html' | 'localeVariants'>;
type Asked = Pick<TransactionalMail, 'teamId' | 'subjectSource' | 'variables' | 'locale'>;

/** Renders a template for a mail that was asked for. Throws RenderError. */
export function renderMail(
  template: Source,
  mail: Asked,
  teamName: string,
  email?: string,
  { warn = false, viewUrl }: { warn?: boolean; viewUrl?: string } = {},
): Promise<RenderedMail> {
  const source = sourceOf(template, mail.locale);
  return renderTemplate({
    subject: mail.subjectSource ?? source.subject,
    html: source.html,
    scope: mergeData(mail.variables, teamName, email, viewUrl),
    warn,
    owner: mail.teamId,
  });
}

/** `{{ order }}` and `{{ variables.order }}` both work; a variable does not hide what every message has. */
export function mergeData(
  given: unknown,
  teamName: string,
  email: string | undefined,
  viewUrl?: string,
): Record<string, unknown> {
  const variables = (given ?? {}) as Record<string, unknown>;
  const ours = { team: { name: teamName }, subscriber: { email: email ?? null }, view_url: viewUrl ?? null };
  return { ...variables, variables, ...ours };
}

/**
 * What a mail says, made from its template as it is now.
 * Throws NotFoundError for the mail, ValidationError when there is no such message.
 */
export async function previewTransactionalMail(scope: Scope, id: unknown): Promise<RenderedMail> {
  const mail = await readTransactionalMail(scope, id);
  const team = await scope.db.team.findUniqueOrThrow({ where: { id: scope.team.id } });
  const template = await scope.db.template.findUnique({
    where: { teamId_id: { teamId: scope.team.id, id: mail.templateId } },
  });
  if (!template) throw new ValidationError([{ path: ['template'], problem: 'no longer exists.' }]);
  return orInvalid(renderMail(template, mail, team.name, mail.to[0]));
}

/** The HTML of a mail, for whoever has its link. Throws NotFoundError, also when it can no longer be made. */
export async function renderMailForBrowser(scope: Scope, mailId: unknown): Promise<string> {
  try {
    return (await previewTransactionalMail(scope, found(mailId))).html;
  } catch (error) {
    throw error instanceof ValidationError ? new NotFoundError() : error;
  }
}

/** A template that gives no message is the caller's to mend. */
export async function orInvalid(rendering: Promise<RenderedMail>): Promise<RenderedMail> {
  try {
    return await rendering;
  } catch (error) {
    if (error instanceof RenderError)
      throw new ValidationError([{ path: ['template'], problem: `gives no message: ${error.message}` }]);
    throw error;
  }
}
