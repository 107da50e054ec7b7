import { ALL, type PeopleSearch, readPeopleSearch } from './search.ts';

/** Earlier versions kept views in the browser, for each team. */
const keyOf = (team: string) => `people-views-${team}`;

interface BrowserView {
  name: string;
  search: PeopleSearch & { list: string };
}

/** The views of a team that this browser kept; anything that is no view is left out. */
export function browserViews(team: string): BrowserView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(team)) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.flatMap((view: { name?: unknown; search?: Record<string, unknown> } | null) => {
      if (typeof view?.name !== 'string') return [];
      const search = readPeopleSearch(view.search ?? {});
      return [{ name: view.name, search: { ...search, list: search.list ?? ALL } }];
    });
  } catch {
    return [];
  }
}

/** Forgets the views that this browser kept. */
export const forgetBrowserViews = (team: string): void => localStorage.removeItem(keyOf(team));
