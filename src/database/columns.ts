import { Prisma } from '../generated/prisma/client.ts';

type Model = keyof typeof Prisma.ModelName;
type Field<Name extends Model> = keyof (typeof Prisma)[`${Name}ScalarFieldEnum`] & string;

/**
 * The columns of a model under their Prisma names, for a statement of ours: `team_id as "teamId", …`. `of`: the table's alias in
 * the statement; `without`: columns to leave out. Every statement thus reads new columns.
 */
export function columnsOf<Name extends Model>(
  model: Name,
  { of, without = [] }: { of?: string; without?: readonly Field<Name>[] } = {},
): Prisma.Sql {
  const table = of === undefined ? '' : `${of}.`;
  const fields = Object.keys(Prisma[`${model}ScalarFieldEnum` as const]) as Field<Name>[];
  const named = fields
    .filter((field) => !without.includes(field))
    .map((field) => `${table}"${columnOf(field)}" as "${field}"`);
  return Prisma.raw(named.join(', '));
}

const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
