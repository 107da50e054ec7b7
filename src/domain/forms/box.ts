import { type Html, html } from '../../validation/html.ts';
import { type Asking, formHtml, inLines } from './form-html.ts';
import type { PublicForm } from './public-form.ts';

/** A form with its texts and its look. */
export type BoxOf = Asking & Pick<PublicForm, 'title' | 'text' | 'design' | 'brand' | 'teamName'>;

/** How a box is rendered. */
export interface BoxParts {
  /** The address that receives the form. */
  action: string;
  /** Attributes that take the trap for robots out of sight. */
  away: Html;
  logo: boolean;
}

/** The heading, the text and the form, for a box on another site. The script replaces them by the thank-you message. */
export function boxHtml(form: BoxOf, { action, away, logo }: BoxParts): Html {
  const { logoUrl, logoWidth } = form.brand;
  const picture = logo && logoUrl ? html`<img src="${logoUrl}" alt="${form.teamName}" width="${logoWidth}">` : '';
  const text = form.text === null ? '' : html`<p>${inLines(form.text)}</p>`;
  const written = formHtml(form, { action, away, attributes: html` data-tidings` });
  return html`<div class="tidings-content"><div class="tidings-text">${picture}<h2>${form.title}</h2>${text}</div>
${written}</div>`;
}
