import { FILTERS, type PeopleSearch, readPeopleSearch } from './search.ts';

/** A view of the table by name: list, filters, order and columns. */
export interface KeptView {
  name: string;
  search: PeopleSearch;
}

/** Views are kept in this browser, for each team. */
const keyOf = (team: string) => `people-views-${team}`;

/** Reads the views of a team; anything that is no view is left out. */
export function readViews(team: string): KeptView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(team)) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.flatMap((view: { name?: unknown; search?: Record<string, unknown> } | null) =>
      typeof view?.name === 'string' ? [{ name: view.name, search: readPeopleSearch(view.search ?? {}) }] : [],
    );
  } catch {
    return [];
  }
}

/** Keeps a view under its name, in place of one that has it, and returns all in the order of their names. */
export function keepView(team: string, { name, search }: KeptView): KeptView[] {
  const view = { name, search: { ...search, after: undefined, before: undefined, add: undefined } };
  const others = readViews(team).filter((one) => one.name !== name);
  return write(
    team,
    [...others, view].sort((one, other) => one.name.localeCompare(other.name)),
  );
}

/** Forgets a view. */
export const forgetView = (team: string, name: string): KeptView[] =>
  write(
    team,
    readViews(team).filter((one) => one.name !== name),
  );

function write(team: string, views: KeptView[]): KeptView[] {
  localStorage.setItem(keyOf(team), JSON.stringify(views));
  return views;
}

const PARTS = ['list', 'sort', 'columns', ...FILTERS] as const;

/** Whether a view shows what the address asks for. */
export const isShown = ({ search }: KeptView, asked: PeopleSearch): boolean =>
  PARTS.every((part) => search[part] === asked[part]);
