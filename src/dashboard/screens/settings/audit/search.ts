import { readTexts } from '../../../shell/read-search.ts';
import type { PageSearch } from '../../../tables/pages.tsx';

/** The address of the audit log: action, actor and days. */
export interface AuditSearch extends PageSearch {
  action?: string | undefined;
  /** The id of a member or a token. */
  actor?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

export const readAuditSearch = (given: Record<string, unknown>): AuditSearch =>
  readTexts(given, ['after', 'before', 'action', 'actor', 'since', 'until']);
