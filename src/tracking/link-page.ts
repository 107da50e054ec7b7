import type { LinkPurpose, Links } from '../crypto/links.ts';
import type { Scope } from '../scope.ts';
import type { Page } from './page.ts';

/** A visit by a signed link. */
export interface LinkVisit {
  scope: Scope;
  subscriberId: string;
  /** The message of a campaign whose link it was, if the link names it. */
  messageId?: string;
  links: Links;
}

/** A public page behind a signed link. */
export interface LinkPage {
  purpose: LinkPurpose;
  /** Shows the page. It changes nothing, because link scanners fetch every link of an e-mail. */
  show(visit: LinkVisit): Promise<Page>;
  /** Does what the person asked for, and shows the result. Safe to repeat. Throws FormError. */
  act(visit: LinkVisit, form: FormData): Promise<Page>;
}
