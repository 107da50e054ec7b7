import type { LinkPurpose, Links } from '../crypto/links.ts';
import type { Scope } from '../scope.ts';
import type { Page } from './page.ts';

/** Somebody who came by a link that we signed. */
export interface LinkVisit {
  scope: Scope;
  subscriberId: string;
  links: Links;
}

/** One public page. */
export interface LinkPage {
  purpose: LinkPurpose;
  /** The page by itself: link scanners fetch every link of an e-mail, so this changes nothing. */
  show(visit: LinkVisit): Promise<Page>;
  /** Does what the person asked for, whoever sends it again, and says so. Throws FormError. */
  act(visit: LinkVisit, form: FormData): Promise<Page>;
}
