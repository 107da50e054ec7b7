import type { ReactNode } from 'react';
import type { Read } from '../../client/use-read.ts';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { type PageSearch, Pages } from '../../tables/pages.tsx';
import { type Column, Rows } from '../../tables/rows.tsx';

/** A page of a settings list: its rows, or its empty state. */
export function Listing<Data, Row extends { id: string }>({
  label,
  of,
  rows,
  columns,
  empty,
  onPageChange,
}: Props<Data, Row>) {
  return (
    <Loaded of={of} lines={6}>
      {(data) => {
        const page = rows(data);
        if (!page) return null;
        const { nodes, pageInfo } = page;
        if (nodes.length === 0)
          return (
            <EmptyState title={empty.title} action={empty.action}>
              {empty.more}
            </EmptyState>
          );
        return (
          <>
            <Rows label={label} rows={nodes} columns={columns} idOf={({ id }) => id} />
            {onPageChange && <Pages info={pageInfo} onPageChange={onPageChange} />}
          </>
        );
      }}
    </Loaded>
  );
}

interface Props<Data, Row> {
  label: string;
  of: Read<Data>;
  /** The connection in the query result. Null if it may not be read. */
  rows: (data: Data) => { nodes: readonly Row[]; pageInfo: Parameters<typeof Pages>[0]['info'] } | null;
  columns: readonly Column<Row>[];
  empty: { title: string; more?: ReactNode; action?: ReactNode };
  onPageChange?: (page: PageSearch) => void;
}
