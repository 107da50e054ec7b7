import { type DocumentNode, type FieldNode, Kind, type SelectionNode, visit } from 'graphql';
import { ValidationError } from '../errors.ts';
import { operationOf } from './document-parts.ts';

/** Where a page begins: after this many rows of a list with this total, and after this cursor of the connection. */
export interface Position {
  rows: number;
  total: number;
  after: string;
}

/** The response header with the value of `after` for the next page. */
export const NEXT_CURSOR = 'X-Next-Cursor';

const PROBLEM = `must be the value of ${NEXT_CURSOR} of the previous page.`;

/** The total travels along, so that only the first page counts. */
export const encodePosition = ({ rows, total, after }: Position): string =>
  Buffer.from(JSON.stringify([rows, total, after])).toString('base64url');

/** Throws ValidationError, which names `after`, for anything that `encodePosition` did not return. */
export function decodePosition(given: string): Position {
  try {
    const [rows, total, after, ...others] = JSON.parse(Buffer.from(given, 'base64url').toString());
    const counts = [rows, total].every((count) => Number.isSafeInteger(count) && count >= 0);
    if (counts && typeof after === 'string' && others.length === 0) return { rows, total, after };
  } catch {} // refused below
  throw new ValidationError([{ path: ['after'], problem: PROBLEM }]);
}

/** A document that reads pages by number, and one that continues after a cursor. */
export interface PageDocuments {
  numbered: DocumentNode;
  continued: DocumentNode;
}

/** Whether the pages of a document may follow a cursor: it pages a single connection. Exporting a person pages several. */
export const canContinue = (document: DocumentNode): boolean => pagedFields(document) === 1;

/** Both documents for one whose pages may follow a cursor. Undefined for others. */
export function pageDocuments(document: DocumentNode): PageDocuments | undefined {
  if (!canContinue(document)) return undefined;
  return {
    numbered: withSelection(document, [PAGE_INFO]),
    continued: visit(withSelection(document, [PAGE_INFO], 'totalCount'), {
      Argument: (argument) => (isOffset(argument) ? { ...argument, name: AFTER, value: AFTER_VARIABLE } : undefined),
      VariableDefinition: (definition) =>
        definition.variable.name.value === 'offset'
          ? { ...definition, variable: AFTER_VARIABLE, type: { kind: Kind.NAMED_TYPE, name: name('String') } }
          : undefined,
    }),
  };
}

/** The number of connections that a document pages with `offset`. */
function pagedFields(document: DocumentNode): number {
  const paged: FieldNode[] = [];
  const note = (field: FieldNode): void => {
    if (isPaged(field)) paged.push(field);
  };
  visit(operationOf(document), { Field: note });
  return paged.length;
}

const isOffset = (argument: { name: { value: string } }): boolean => argument.name.value === 'offset';
const isPaged = (field: FieldNode): boolean => field.arguments?.some(isOffset) === true;

const withSelection = (document: DocumentNode, added: SelectionNode[], without?: string): DocumentNode =>
  visit(document, {
    Field: {
      leave: (field) => {
        if (!isPaged(field) || !field.selectionSet) return undefined;
        const kept = field.selectionSet.selections.filter(
          (one) => one.kind !== Kind.FIELD || one.name.value !== without,
        );
        return { ...field, selectionSet: { ...field.selectionSet, selections: [...kept, ...added] } };
      },
    },
  });

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
const field = (value: string, selections?: readonly FieldNode[]): FieldNode => ({
  kind: Kind.FIELD,
  name: name(value),
  ...(selections && { selectionSet: { kind: Kind.SELECTION_SET, selections } }),
});
const AFTER = name('after');
const AFTER_VARIABLE = { kind: Kind.VARIABLE, name: AFTER } as const;
const PAGE_INFO = field('pageInfo', [field('endCursor'), field('hasNextPage')]);
