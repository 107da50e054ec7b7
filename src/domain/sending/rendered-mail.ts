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
type MailData = Pick<TransactionalMail, 'teamId' | 'subjectSource' | 'variables' | 'locale'>;

/** Renders a template with the variables and locale of a mail. Throws RenderError. */
export function renderMail(
  template: Source,
  mail: MailData,
  teamName: string,
  email?: string,
  { warn = false, viewUrl }: { warn?: boolean; viewUrl?: string } = {},
): Promise<RenderedMail> {
  const source = sourceOf(template, mail.locale);
  return renderTemplate({
    subject: mail.subjectSource ?? source.subject,
    html: source.html,
    mergeData: mergeData(mail.variables, teamName, email, viewUrl),
    warn,
    owner: mail.teamId,
  });
}

/** `{{ order }}` and `{{ variables.order }}` both work. A variable cannot replace the names that every message has. */
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
 * Renders a mail from its template as it is now. Throws NotFoundError for the mail, and ValidationError when the
 * template is deleted or cannot be rendered.
 */
export async function previewTransactionalMail(scope: Scope, id: unknown): Promise<RenderedMail> {
  const mail = await readTransactionalMail(scope, id);
  const team = await scope.db.team.findUniqueOrThrow({ where: { id: scope.team.id } });
  const template = await scope.db.template.findUnique({
    where: { teamId_id: { teamId: scope.team.id, id: mail.templateId } },
  });
  if (!template) throw new ValidationError([{ path: ['template'], problem: TEMPLATE_DELETED }]);
  return orInvalid(renderMail(template, mail, team.name, mail.to[0]));
}

const TEMPLATE_DELETED = 'The template of the mail no longer exists.';

/** Returns the HTML of a mail for its "view in browser" link. Throws NotFoundError, also when it cannot be rendered. */
export async function renderMailForBrowser(scope: Scope, mailId: unknown): Promise<string> {
  try {
    return (await previewTransactionalMail(scope, found(mailId))).html;
  } catch (error) {
    throw error instanceof ValidationError ? new NotFoundError() : error;
  }
}

/** Turns a RenderError into a ValidationError: the caller can fix the template. */
export async function orInvalid(rendering: Promise<RenderedMail>): Promise<RenderedMail> {
  try {
    return await rendering;
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    const problem = `The template cannot be rendered. ${error.message}`;
    throw new ValidationError([{ path: ['template'], problem }]);
  }
}
