import type { Links } from '../../crypto/links.ts';
import { ValidationError } from '../../errors.ts';
import type { Prisma, Template, TransactionalMail } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';
import { readKnownSubscribers } from '../audience/known-subscribers.ts';
import { teamValues } from '../content/brand/team-values.ts';
import type { Missing } from '../content/rendering/missing-values.ts';
import { RenderError, renderTemplate } from '../content/rendering/pool.ts';
import { sourceOf } from '../content/rendering/template-source.ts';
import { readTemplates } from '../content/templates.ts';
import { type Addressee, mailMergeData } from './mail-merge-data.ts';
import { maskedVariables } from './secret-variables.ts';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  warnings: string[];
  /** Unreadable values: Infinity, NaN, [object Object]. */
  remarks: string[];
  /** Variables without a value, if `watch` is set. */
  missing?: Missing[];
}

type Source = Pick<Template, 'subject' | 'html' | 'text' | 'localeVariants'>;
type MailData = Pick<
  TransactionalMail,
  'teamId' | 'subjectSource' | 'htmlSource' | 'textSource' | 'variables' | 'locale'
>;

/**
 * Renders a template, or a mail's own content, with the variables and locale of a mail. `strict`: refuses a variable
 * without a value. Throws RenderError.
 */
export function renderMail(
  template: Source | undefined,
  mail: MailData,
  team: Record<string, unknown>,
  addressee: Addressee,
  { viewUrl, ...asked }: { warn?: boolean; watch?: boolean; strict?: boolean; viewUrl?: string } = {},
): Promise<RenderedMail> {
  const source = template ? sourceOf(template, mail.locale) : contentOf(mail);
  return renderTemplate({
    ...source,
    subject: mail.subjectSource ?? source.subject,
    mergeData: mailMergeData(mail.variables, team, addressee, viewUrl),
    language: mail.locale,
    ...asked,
    owner: mail.teamId,
  });
}

const contentOf = ({ htmlSource, textSource }: MailData) => ({
  subject: '',
  html: htmlSource ?? undefined,
  text: textSource ?? undefined,
});

/**
 * Renders a mail from its current template, with links that lead nowhere. Throws ValidationError if the template is deleted
 * or cannot be rendered.
 */
export const previewTransactionalMail = (scope: Scope, mail: TransactionalMail, links: Links): Promise<RenderedMail> =>
  renderLogged(scope, mail, links, () => links.inert());

/** Renders a mail for its "view in browser" link. Throws ValidationError. */
export const renderMailForBrowser = (scope: Scope, mail: TransactionalMail, links: Links): Promise<RenderedMail> =>
  renderLogged(scope, mail, links, (id) =>
    links.variables({ teamId: scope.team.id, id, ...(mail.runId !== null && { messageId: mail.id }) }),
  );

type LinksOf = (subscriberId: string) => Addressee['links'];

/**
 * Returns the recipient of a message, with the team's data about them. `alone`: nobody else gets the message. `listId`: the
 * list whose subscription counts.
 */
export async function readAddressee(
  scope: Scope,
  email: string | undefined,
  linksOf: LinksOf,
  { alone = true, listId = null }: { alone?: boolean; listId?: string | null } = {},
): Promise<Addressee> {
  const subscriber = email && (await readKnownSubscribers(scope, [email], listId)).get(email);
  return subscriber ? { email, subscriber, ...(alone && { links: linksOf(subscriber.id) }) } : { email };
}

async function renderLogged(
  scope: Scope,
  mail: TransactionalMail,
  links: Links,
  linksOf: LinksOf,
): Promise<RenderedMail> {
  if (mail.contentRemovedAt) throw new ValidationError([{ path: ['mail'], problem: CONTENT_REMOVED }]);
  const team = await scope.db.team.findUniqueOrThrow({ where: { id: scope.team.id } });
  const [template] = mail.templateId ? await readTemplates(scope, [mail.templateId]) : [];
  if (mail.templateId && !template) throw new ValidationError([{ path: ['template'], problem: TEMPLATE_DELETED }]);
  const variables = maskedVariables(mail) as Prisma.JsonObject;
  const listId = await listOfAutomation(scope, mail);
  const addressee = await readAddressee(scope, mail.to[0], linksOf, { alone: mail.recipients.length === 1, listId });
  return orInvalid(renderMail(template, { ...mail, variables }, teamValues(team, links.picturesUrl), addressee));
}

/** The list of the automation that a mail comes from. */
async function listOfAutomation({ db, team }: Scope, { automationId }: TransactionalMail): Promise<string | null> {
  if (automationId === null) return null;
  const where = { teamId: team.id, id: automationId };
  return (await db.automation.findFirst({ where, select: { listId: true } }))?.listId ?? null;
}

const CONTENT_REMOVED = 'Its content was removed because of its age.';
const TEMPLATE_DELETED = 'The template of the e-mail no longer exists.';

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

/** Adds the template's CSS warnings for its author. */
export const withCssWarnings = (mail: RenderedMail, { cssWarnings }: Pick<Template, 'cssWarnings'>): RenderedMail => ({
  ...mail,
  warnings: [...cssWarnings, ...mail.warnings],
});
