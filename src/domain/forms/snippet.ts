import { html } from '../../validation/html.ts';
import { type Asking, formHtml } from './form-html.ts';

/** Where the page of a form is. `base`: the public address of the installation, without a trailing slash. */
export const formUrl = (base: string, id: string): string => `${base}/f/${id}`;

/** Where the script is that sends forms of other sites without leaving them. */
export const scriptUrl = (base: string): string => `${base}/f/form.js`;

/**
 * The form as HTML for any site. It works without its script, by our page; the script keeps people where they are. What is out of
 * sight is so by an attribute, because the site's styles do not know of it.
 */
export function snippet(form: Asking, base: string): string {
  const away = html` style="position:absolute;left:-10000px"`;
  const written = formHtml(form, { action: formUrl(base, form.id), attributes: html` data-tidings`, away });
  return html`${written}<script src="${scriptUrl(base)}" async></script>
`.text;
}
