import type { LinkPurpose, Links } from '../links.ts';
import type { Scope } from '../scope.ts';
import type { Page } from './page.ts';

/** Somebody who came by a link that we signed. */
export interface Visit {
  scope: Scope;
  subscriberId: string;
  links: Links;
}

/** One public page. */
export interface Door {
  purpose: LinkPurpose;
  /** The page by itself: link scanners fetch every link of an e-mail, so this changes nothing. */
  show(visit: Visit): Promise<Page>;
  /** Does what the person asked for, whoever sends it again, and says so. Throws FormError. */
  act(visit: Visit, form: FormData): Promise<Page>;
}
