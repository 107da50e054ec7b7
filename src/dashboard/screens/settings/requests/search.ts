import { readTexts } from '../../../shell/read-search.ts';
import type { PageSearch } from '../../../tables/pages.tsx';

/** The address of the request log: its filters. */
export interface RequestSearch extends PageSearch {
  /** The id of a token. */
  token?: string | undefined;
  /** `yes`: only calls with errors. */
  errors?: 'yes' | undefined;
}

export const readRequestSearch = (given: Record<string, unknown>): RequestSearch => ({
  ...readTexts(given, ['after', 'before', 'token']),
  errors: given.errors === 'yes' ? 'yes' : undefined,
});
