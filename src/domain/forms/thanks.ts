import { languageFor } from '../../validation/language.ts';
import { FORM_TEXTS } from './form-texts.ts';
import type { PublicForm } from './public-form.ts';

/** The parts of a form that its message after a sign-up depends on. */
export type ThanksOf = Pick<PublicForm, 'locale' | 'confirms' | 'successTitle' | 'successText'>;

/** The message after a sign-up, the same for everyone. */
export function thanks(form: ThanksOf): { title: string; text: string } {
  const texts = FORM_TEXTS[languageFor(form.locale)];
  const usual = form.confirms ? texts.confirm : texts.done;
  return { title: form.successTitle ?? usual.title, text: form.successText ?? usual.text };
}
