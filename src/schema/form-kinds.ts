import { FORM_DESIGNS, FORM_KINDS } from '../domain/forms/kinds.ts';
import { wireEnum } from './enums.ts';

export const FormKind = wireEnum('FormKind', 'How a form appears on a site.', FORM_KINDS, {
  inline: 'The form is part of a page.',
  popup: 'A dialog opens over the page, which waits.',
  slide_in: 'A small window slides into a corner of the page, which stays usable.',
  bar: 'A bar opens at the bottom of the page, which stays usable.',
  page: 'The form has only its own page.',
});

export const FormDesign = wireEnum('FormDesign', "A form's look, drawn from the team's brand.", FORM_DESIGNS, {
  clean: 'White with a thin border; the button has the brand colour.',
  tinted: "The brand's background colour, with round corners.",
  bold: 'Filled with the brand colour.',
});
