import type { Sale } from '../../generated/prisma/client.ts';
import { isId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { readAutomations } from '../automations/automations.ts';
import { readVersions } from '../automations/list-versions.ts';
import { readSales } from '../insight/sales.ts';
import type { Found } from './found-node.ts';

/** An id that another object's id begins: that id, a dot, and the name of the part. */
interface PartId {
  of: string;
  part: string;
}

/** The form of a part's name in a type, and how to read its rows with their ids. */
interface PartType {
  part: RegExp;
  read: (scope: Scope, parts: readonly PartId[]) => Promise<{ id: string; row: object }[]>;
}

/** A sale, by the id of its node. */
export type SaleNode = Sale;

/** The id of a sale. Its order event has the UUID itself. */
export const saleNodeId = (sale: { id: string }): string => `${sale.id}.sale`;

const SALE = /^sale$/;

const PART_TYPES: Readonly<Record<string, PartType>> = {
  AutomationVersion: {
    part: /^[1-9]\d{0,8}$/,
    read: async (scope, parts) => {
      const shown = new Set(
        (await readAutomations(scope, [...new Set(parts.map(({ of }) => of))])).map(({ id }) => id),
      );
      const wanted = parts
        .filter(({ of }) => shown.has(of))
        .map(({ of, part }) => ({ automationId: of, version: +part }));
      return (await readVersions(scope, wanted)).map((row) => ({ id: row.id, row }));
    },
  },
  Sale: { part: SALE, read: readSaleNodes },
};

async function readSaleNodes(scope: Scope, parts: readonly PartId[]) {
  const ids = parts.map(({ of }) => of);
  return (await readSales(scope, ids)).map((row) => ({ id: saleNodeId(row), row }));
}

/** The team's sale with each of these ids of nodes, or undefined. */
export async function readSalesByNodeIds(scope: Scope, given: readonly string[]): Promise<(Sale | undefined)[]> {
  const ids = given.map((id) => id.toLowerCase());
  const parts = [...new Set(ids)].flatMap(partId).filter(({ part }) => SALE.test(part));
  const found = new Map((await readSaleNodes(scope, parts)).map(({ id, row }) => [id, row]));
  return ids.map((id) => found.get(id));
}

/** The team's nodes whose ids another object's id begins, by id. Reads only the types whose form an id has. */
export async function readPartNodes(scope: Scope, ids: readonly string[]): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const parts = ids.flatMap(partId);
  for (const [type, { part, read }] of Object.entries(PART_TYPES)) {
    const theirs = parts.filter((one) => part.test(one.part));
    if (theirs.length === 0) continue;
    for (const { id, row } of await read(scope, theirs)) found.set(id, { type, row });
  }
  return found;
}

function partId(id: string): PartId[] {
  const dot = id.indexOf('.');
  const [of, part] = [id.slice(0, dot), id.slice(dot + 1)];
  return isId(of) ? [{ of, part }] : [];
}
