import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

/** A column: its title, its cells, and the window width from which it is shown. */
export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  from?: 'sm' | 'md' | 'lg';
  /** Its title is for screen readers. */
  hiddenTitle?: boolean;
  right?: boolean;
}

/** A table of rows that have an id. */
export function Rows<Row>({ label, rows, columns, idOf, unbroken = false }: Props<Row>) {
  const whole = (right: boolean | undefined) => (unbroken && right ? { style: { whiteSpace: 'nowrap' } as const } : {});
  return (
    <Table highlightOnHover aria-label={label} style={{ overflowWrap: 'anywhere' }}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ title, from, hiddenTitle, right }) => (
            <Table.Th key={title} {...(from && { visibleFrom: from })} ta={right ? 'right' : 'left'} {...whole(right)}>
              {hiddenTitle ? <VisuallyHidden>{title}</VisuallyHidden> : title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={idOf(row)}>
            {columns.map(({ title, cell, from, right }) => (
              <Table.Td
                key={title}
                {...(from && { visibleFrom: from })}
                ta={right ? 'right' : 'left'}
                {...whole(right)}
              >
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface Props<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  idOf: (row: Row) => string;
  /** Keeps right-aligned figures on one line. Only for tables that are still narrow enough for a phone. */
  unbroken?: boolean;
}
