import { Group, Table, type TableThProps, UnstyledButton } from '@mantine/core';
import { CaretDownIcon, CaretSortIcon, CaretUpIcon } from '@radix-ui/react-icons';

/** The heading of a column that sorts its table: a press sorts by the column, the next one the other way round. */
export function SortedHeading<Sort extends string>({
  children,
  order: [first, other],
  ascending,
  sort,
  onSort,
  ...th
}: Props<Sort>) {
  const direction = sort === ascending ? 'ascending' : sort === first || sort === other ? 'descending' : 'none';
  const Icon = { ascending: CaretUpIcon, descending: CaretDownIcon, none: CaretSortIcon }[direction];
  return (
    <Table.Th aria-sort={direction} {...th}>
      <UnstyledButton fw={700} fz="inherit" onClick={() => onSort(sort === first ? other : first)}>
        <Group component="span" gap={2} wrap="nowrap" display="inline-flex">
          {children}
          <Icon aria-hidden />
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}

interface Props<Sort> extends Pick<TableThProps, 'visibleFrom'> {
  children: string;
  /** The order of the first press, and of the next. */
  order: readonly [Sort, Sort];
  /** Which of them ascends. */
  ascending: Sort;
  /** The order now. */
  sort: Sort;
  onSort: (sort: Sort) => void;
}
