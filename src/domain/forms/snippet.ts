import { html } from '../../validation/html.ts';
import { type Asking, formHtml } from './form-html.ts';

/** The address of a form's page. `base`: the public address of the installation, without a trailing slash. */
export const formUrl = (base: string, id: string): string => `${base}/f/${id}`;

/** The address of the script that submits embedded forms without leaving the site. */
export const scriptUrl = (base: string): string => `${base}/f/form.js`;

/**
 * The form as HTML for any site. Without its script it submits to our page; the script keeps people on the site. Hidden
 * parts use an attribute, because the site's styles do not know them.
 */
export function snippet(form: Asking, base: string): string {
  const away = html` style="position:absolute;left:-10000px"`;
  const written = formHtml(form, { action: formUrl(base, form.id), attributes: html` data-tidings`, away });
  return html`${written}<script src="${scriptUrl(base)}" async></script>
`.text;
}
