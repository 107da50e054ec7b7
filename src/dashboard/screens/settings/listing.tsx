import type { ReactNode } from 'react';
import type { Read } from '../../client/use-read.ts';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { type PageSearch, Pages } from '../../tables/pages.tsx';
import { type Column, Rows } from '../../tables/rows.tsx';

/** A page of a settings list: its rows, or its empty state. */
export function Listing<Data, Row extends { id: string }>({
  label,
  of,
  rows,
  columns,
  empty,
  onTurn,
}: Props<Data, Row>) {
  return (
    <Shown of={of} lines={6}>
      {(data) => {
        const { nodes, pageInfo } = rows(data);
        if (nodes.length === 0)
          return (
            <Nothing title={empty.title} action={empty.action}>
              {empty.more}
            </Nothing>
          );
        return (
          <>
            <Rows label={label} rows={nodes} columns={columns} idOf={({ id }) => id} />
            {onTurn && <Pages info={pageInfo} onTurn={onTurn} />}
          </>
        );
      }}
    </Shown>
  );
}

interface Props<Data, Row> {
  label: string;
  of: Read<Data>;
  /** The connection in the query result. */
  rows: (data: Data) => { nodes: readonly Row[]; pageInfo: Parameters<typeof Pages>[0]['info'] };
  columns: readonly Column<Row>[];
  empty: { title: string; more?: ReactNode; action?: ReactNode };
  onTurn?: (page: PageSearch) => void;
}
