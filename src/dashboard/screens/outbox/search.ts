import { readChoice, readTexts } from '../../shell/read-search.ts';
import type { PageSearch } from '../../tables/pages.tsx';

export const VIEWS = ['html', 'text', 'headers', 'source'] as const;
export const WIDTHS = ['desktop', 'phone'] as const;

/** Where the page of the outbox begins. */
export const readOutboxSearch = (given: Record<string, unknown>): PageSearch => readTexts(given, ['after', 'before']);

/** How a message is looked at. */
export interface MessageSearch {
  view?: (typeof VIEWS)[number] | undefined;
  width?: (typeof WIDTHS)[number] | undefined;
}

export const readMessageSearch = (given: Record<string, unknown>): MessageSearch => ({
  view: readChoice(given.view, VIEWS),
  width: readChoice(given.width, WIDTHS),
});
