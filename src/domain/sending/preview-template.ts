import type { Links } from '../../crypto/links.ts';
import type { Scope } from '../../scope.ts';
import { emailAddress } from '../../validation/email.ts';
import { jsonObject } from '../../validation/json.ts';
import { locale } from '../../validation/locale.ts';
import { extended, optionalText } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { teamValues } from '../content/brand/team-values.ts';
import { compileAll } from '../content/compiled-template.ts';
import { nameWarnings } from '../content/known-names.ts';
import { sourceOf } from '../content/rendering/template-source.ts';
import { templateInput } from '../content/template-input.ts';
import { orInvalid, type RenderedMail, readAddressee, renderMail, withCssWarnings } from './rendered-mail.ts';

export const previewInput = extended(
  templateInput.pick({ editor: true, subject: true, content: true, styles: true, text: true }),
  {
    variables: jsonObject().nullish(),
    email: optionalText(emailAddress()),
    locale: optionalText(locale()),
  },
);

/**
 * Compiles and renders unsaved content for the person with the address, with links that lead nowhere. Throws
 * ValidationError, with line and column for a source that does not compile.
 */
export async function previewTemplate(scope: Scope, given: unknown, links: Links): Promise<RenderedMail> {
  const { variables, email, locale, ...written } = parse(previewInput, given);
  const compiled = await compileAll(written, scope.team.id, locale ?? undefined);
  const team = await scope.db.team.findUniqueOrThrow({ where: { id: scope.team.id } });
  const own = { subjectSource: null, htmlSource: null, textSource: null, locale: locale ?? null };
  const mail = { ...own, teamId: scope.team.id, variables: variables ?? {} };
  const addressee = await readAddressee(scope, email ?? undefined, () => links.inert());
  const template = { subject: written.subject ?? null, text: written.text ?? null, ...compiled };
  const rendering = renderMail(template, mail, teamValues(team, links.picturesUrl), addressee, { warn: true });
  const rendered = withCssWarnings(await orInvalid(rendering), compiled);
  const { subject, html, text } = sourceOf(template, mail.locale);
  const names = await nameWarnings(scope, [subject, html, ...(text ? [text] : [])], mail.variables);
  return { ...rendered, warnings: [...names, ...rendered.warnings] };
}
