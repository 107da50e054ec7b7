import type { PeopleChoicesQuery } from '../../../generated/dashboard/people.ts';

export type ContactFields = PeopleChoicesQuery['contactFields']['nodes'];

/** Columns that every team has, in the order of the table. The address comes before them, always. */
export const OWN_COLUMNS = ['name', 'lists', 'status', 'tags', 'added', 'language', 'timezone'] as const;
export type OwnColumn = (typeof OWN_COLUMNS)[number];

/** A column: one of ours, or the key of a contact field. */
export type Column = { own: OwnColumn } | { field: ContactFields[number] };

const USUAL: readonly OwnColumn[] = ['name', 'lists', 'status', 'tags', 'added'];
const KEPT_AS = 'people-columns';
const FIELD = 'field.';

/** The name of a column in the address. */
export const nameOf = (column: Column): string => ('own' in column ? column.own : `${FIELD}${column.field.key}`);

/** All columns that a table of a list, or of all lists, can have. */
export const columnsFor = (fields: ContactFields, isAll: boolean): Column[] => [
  ...OWN_COLUMNS.filter((own) => (isAll ? own !== 'status' : own !== 'lists')).map((own) => ({ own })),
  ...fields.map((field) => ({ field })),
];

/** The columns of the address, or else those last chosen here, or else the usual ones. */
export function chosenColumns(known: readonly Column[], asked: string | undefined): Column[] {
  const names = (asked ?? localStorage.getItem(KEPT_AS) ?? USUAL.join(',')).split(',');
  // Lists stand for the status, and the status for lists: a choice made in one table fits the other.
  const wanted = new Set(
    names.flatMap((name) => (name === 'lists' || name === 'status' ? ['lists', 'status'] : [name])),
  );
  return known.filter((column) => wanted.has(nameOf(column)));
}

/** Keeps a choice of columns in this browser, and returns it in the form of the address. */
export function keepColumns(columns: readonly Column[]): string {
  const names = columns.map(nameOf).join(',') || 'none';
  localStorage.setItem(KEPT_AS, names);
  return names;
}
