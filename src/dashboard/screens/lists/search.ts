import type { GrowthInterval, SuppressionReason } from '../../../generated/dashboard/lists.ts';
import { readChoice, readTexts } from '../../shell/read-search.ts';
import type { PageSearch } from '../../tables/pages.tsx';

type Given = Record<string, unknown>;

/** The address of a table: where its page begins. */
export const readPageSearch = (given: Given): PageSearch => readTexts(given, ['after', 'before']);

/** The address of the lists. */
export interface ListsSearch extends PageSearch {
  /** Opens with the dialog for a new list. */
  create?: 'yes' | undefined;
}

export const readListsSearch = (given: Given): ListsSearch => ({
  ...readPageSearch(given),
  create: readChoice(given.create, ['yes']),
});

export const INTERVALS = ['DAY', 'WEEK', 'MONTH'] as const satisfies readonly GrowthInterval[];

/** The address of a list: the interval of its growth. */
export interface ListSearch {
  by?: GrowthInterval | undefined;
}

export const readListSearch = (given: Given): ListSearch => ({
  by: readChoice(given.by, INTERVALS),
});

export interface TagSearch extends PageSearch {
  search?: string | undefined;
}

export const readTagSearch = (given: Given): TagSearch => readTexts(given, ['search', 'after', 'before']);

export const REASONS = ['MANUAL', 'HARD_BOUNCE', 'COMPLAINT', 'ERASED'] as const satisfies readonly SuppressionReason[];

export interface SuppressionSearch extends PageSearch {
  /** An address, or a domain. */
  search?: string | undefined;
  reason?: SuppressionReason | undefined;
}

export const readSuppressionSearch = (given: Given): SuppressionSearch => ({
  ...readTexts(given, ['search', 'after', 'before']),
  reason: readChoice(given.reason, REASONS),
});

/** The address of a new import: the list that it is for, and whether people are pasted in place of a file. */
export const readNewImportSearch = (given: Given): { list?: string | undefined; paste?: 'yes' | undefined } => ({
  ...readTexts(given, ['list']),
  paste: readChoice(given.paste, ['yes']),
});
