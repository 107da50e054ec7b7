import type { Links } from '../../crypto/links.ts';
import type { Scope } from '../../scope.ts';
import { emailAddress } from '../../validation/email.ts';
import { jsonObject } from '../../validation/json.ts';
import { locale } from '../../validation/locale.ts';
import { optionalText, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { teamValues } from '../content/brand/team-values.ts';
import { nameWarnings } from '../content/known-names.ts';
import { sourceOf } from '../content/rendering/template-source.ts';
import { readTemplate } from '../content/templates.ts';
import { orInvalid, type RenderedMail, readAddressee, renderMail, withCssWarnings } from './rendered-mail.ts';

export const renderInput = record({
  variables: jsonObject().nullish(),
  locale: optionalText(locale()),
  email: optionalText(emailAddress()),
});

/**
 * Renders a template with these variables in this language for the person with the address, with links that lead nowhere.
 * Throws NotFoundError, ValidationError.
 */
export async function renderTemplateFor(
  scope: Scope,
  id: unknown,
  given: unknown,
  links: Links,
): Promise<RenderedMail> {
  const template = await readTemplate(scope, id);
  const { variables, locale, email } = parse(renderInput, given ?? {});
  const team = await scope.db.team.findUniqueOrThrow({ where: { id: scope.team.id } });
  const own = { subjectSource: null, htmlSource: null, textSource: null };
  const mail = { ...own, teamId: scope.team.id, variables: variables ?? {}, locale: locale ?? null };
  const addressee = await readAddressee(scope, email ?? undefined, () => links.inert());
  const rendering = renderMail(template, mail, teamValues(team, links.picturesUrl), addressee, { warn: true });
  const rendered = withCssWarnings(await orInvalid(rendering), template);
  const { subject, html, text } = sourceOf(template, mail.locale);
  const names = await nameWarnings(scope, [subject, html, text ?? ''], mail.variables);
  return { ...rendered, warnings: [...names, ...rendered.warnings] };
}
