import { exampleId } from './example-ids.ts';
import { isObject } from './shapes.ts';

const ADDRESS = 'https://mail.shop.example/api';

/** A parameter of the operation that answers with the page. */
export interface ShownParameter {
  name: string;
  in: string;
  required?: boolean;
  schema: { default?: unknown };
  example?: unknown;
}

/** The lists of an object by their names. */
const listsIn = (data: object): [string, unknown[]][] =>
  Object.entries(data).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));

/** The example of a page with its own links, and with the numbers of one that holds all rows. */
export function onItsPath(example: unknown, path: string, parameters: readonly ShownParameter[]): unknown {
  const { data, links, meta } = example as { data?: unknown; links?: object; meta?: Record<string, unknown> };
  if (!links || !meta) return example;
  const address = `${ADDRESS}${path.startsWith('/v1') ? '' : '/v1'}${path.replace(/\{(\w+)\}/g, (_, name) => exampleId(name))}`;
  const lists = isObject(data) ? listsIn(data) : [];
  const rows = Array.isArray(data) ? data.length : Math.max(...lists.map(([, items]) => items.length));
  const counts = new Map(lists.map(([name, items]) => [name, items.length]));
  const totals = Object.entries(isObject(meta.totals) ? meta.totals : {}).map(([name]) => [
    name,
    counts.get(name) ?? 0,
  ]);
  const numbers = {
    current_page: 1,
    from: 1,
    last_page: 1,
    path: address,
    per_page: parameters.find(({ name }) => name === 'per_page')?.schema.default ?? 15,
    to: rows,
    total: rows,
    ...(totals.length > 0 && { totals: Object.fromEntries(totals) }),
  };
  const query = new URLSearchParams();
  for (const one of parameters) if (one.in === 'query' && one.required) query.set(one.name, String(one.example));
  query.set('page', '1');
  const first = `${address}?${query}`;
  return { ...(example as object), links: { ...links, first, last: first }, meta: { ...meta, ...numbers } };
}
