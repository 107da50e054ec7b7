import { useState } from 'react';

/** The rows of a table that are ticked. Rows that leave the table leave the selection. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter(({ id }) => ids.has(id));
  return {
    chosen,
    has: (id: string) => ids.has(id),
    toggle: (id: string) => setIds((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id])),
    isAll: rows.length > 0 && chosen.length === rows.length,
    toggleAll: () => setIds(new Set(chosen.length === rows.length ? [] : rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}

export type Selection<Row extends { id: string }> = ReturnType<typeof useSelection<Row>>;
