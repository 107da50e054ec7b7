import { ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { extended, yesOrNo } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { brandOf } from '../content/brand/brand.ts';
import { readTeam } from '../platform/team-settings.ts';
import { formInput } from './form-input.ts';
import { NO_LIST } from './forms.ts';
import { USUAL_REPEAT_DAYS } from './kinds.ts';
import { previewPage } from './preview-page.ts';
import { readAskedFields } from './public-form.ts';

export const formPreview = extended(formInput.partial(), { sent: yesOrNo().nullish() });

/** It only names elements. */
const NO_ID = '00000000-0000-0000-0000-000000000000';
const NO_TITLE = 'Newsletter';

/** Unsaved values of a form as a page of its kind. Changes nothing. Throws ValidationError. */
export async function previewForm(scope: Scope, input: unknown): Promise<{ html: string }> {
  const { listId, sent, ...given } = parse(formPreview, input);
  const where = { teamId_id: { teamId: scope.team.id, id: listId ?? NO_ID } };
  const [list, team, asked] = await Promise.all([
    scope.db.list.findUnique({ where }),
    readTeam(scope),
    readAskedFields(scope, [{ fields: given.fields ?? [] }]),
  ]);
  if (listId != null && !list) throw new ValidationError([NO_LIST]);
  const form = {
    id: NO_ID,
    locale: given.locale ?? list?.locale ?? 'en',
    title: given.title ?? list?.name ?? NO_TITLE,
    text: given.text ?? null,
    button: given.button ?? null,
    consentText: given.consentText ?? null,
    asked: asked[0] ?? [],
    kind: given.kind ?? 'inline',
    design: given.design ?? 'clean',
    openAfterSeconds: null,
    openAfterPercent: null,
    openOnLeave: false,
    repeatAfterDays: USUAL_REPEAT_DAYS,
    successTitle: given.successTitle ?? null,
    successText: given.successText ?? null,
    confirms: list?.requiresConfirmation ?? false,
    teamName: team.name,
    postalAddress: team.postalAddress,
    brand: brandOf(team.brand),
  };
  return { html: previewPage(form, sent ?? false) };
}
