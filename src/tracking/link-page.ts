import type { LinkPurpose, Links } from '../crypto/links.ts';
import type { Scope } from '../scope.ts';
import { type Language, languageFor } from '../validation/language.ts';
import type { Page } from './page.ts';

/** A visit by a signed link. */
export interface LinkVisit {
  scope: Scope;
  subscriberId: string;
  /** The campaign message that the link belongs to, if the link names it. */
  messageId?: string;
  links: Links;
  /** The languages that the browser asks for, most wanted first. */
  languages: readonly string[];
}

/** The language of a page: the person's own, else one that their browser asks for, else that of the list. */
export const languageOf = (
  { languages }: Pick<LinkVisit, 'languages'>,
  { locale, listLocale }: { locale: string | null; listLocale: string },
): Language => languageFor(locale, ...languages, listLocale);

/** A public page behind a signed link. */
export interface LinkPage {
  purpose: LinkPurpose;
  /** Shows the page without changing anything, because link scanners fetch every link of an e-mail. */
  show(visit: LinkVisit): Promise<Page>;
  /** Performs the action and shows the result. Safe to repeat. Throws FormError. */
  act(visit: LinkVisit, form: FormData): Promise<Page>;
}
