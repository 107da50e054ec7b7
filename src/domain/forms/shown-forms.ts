import type { Scope } from '../../scope.ts';
import { brandOf } from '../content/brand/brand.ts';
import { readTeam } from '../platform/team-settings.ts';
import type { Form } from './forms.ts';
import type { FormDesign, FormKind } from './kinds.ts';
import type { OverlayOf } from './overlay.ts';
import { readAskedFields } from './public-form.ts';

/** The given forms as sites show them, with the fields they ask for and the team's brand. Two statements. */
export async function readShownForms(scope: Scope, forms: readonly Form[]): Promise<OverlayOf[]> {
  const asked = await readAskedFields(scope, forms);
  const { name, brand } = await readTeam(scope);
  return forms.map((form, index) => ({
    ...form,
    // Checks of the table hold both.
    kind: form.kind as FormKind,
    design: form.design as FormDesign,
    asked: asked[index] ?? [],
    teamName: name,
    brand: brandOf(brand),
  }));
}
