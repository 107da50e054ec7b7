import DataLoader from 'dataloader';
import { NODE_TYPES } from '../domain/nodes/node-types.ts';
import { isId } from '../ids.ts';
import type { Scope } from '../scope.ts';
import type { LoaderMakers } from './lazy-loaders.ts';

type Nodes = typeof NODE_TYPES;
type RowOf<Type extends keyof Nodes> = Awaited<ReturnType<Nodes[Type]['read']>>[number];

/** A loader of each type of node, under the name of the type: `loaders.list` finds a List by its id. */
export type NodeLoaders = {
  // The rows of a team have another key.
  [Type in Exclude<keyof Nodes, 'Team'> as Uncapitalize<Type>]: DataLoader<string, RowOf<Type> | undefined>;
};

/** Rows by ids as callers write them, including capitals. Invalid ids have no row. */
export async function rowsOf<Row extends { id: string }>(
  asked: readonly string[],
  read: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Map<string, Row | undefined>> {
  const rows = new Map((await read(asked.filter(isId))).map((row) => [row.id, row]));
  return new Map(asked.map((id) => [id, rows.get(id.toLowerCase())]));
}

export const byId = <Row extends { id: string }>(read: (ids: readonly string[]) => Promise<Row[]>) =>
  new DataLoader<string, Row | undefined>(async (ids) => [...(await rowsOf(ids, read)).values()]);

const { Team: _, ...TYPES } = NODE_TYPES;

const uncapitalized = (name: string): string => name.replace(/^./, (letter) => letter.toLowerCase());

export const NODE_LOADERS = Object.fromEntries(
  Object.entries(TYPES).map(([type, { read }]) => [
    uncapitalized(type),
    (scope: Scope) => byId<{ id: string }>((ids) => read(scope, ids)),
  ]),
) as unknown as LoaderMakers<NodeLoaders>;
