import { Checkbox, Table } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { TextLink } from '../../shell/links.tsx';
import { SortedHeading } from '../../tables/sorted-heading.tsx';
import { useRowKeys } from '../../tables/use-row-keys.ts';
import type { Selection } from '../../tables/use-selection.ts';
import { useColumnText } from './column-texts.ts';
import { type Column, nameOf, type OwnColumn } from './columns.ts';
import { PersonCell } from './person-cell.tsx';
import type { PeopleSearch } from './search.ts';
import { usePeopleText } from './texts.ts';
import type { PersonRow } from './use-people.ts';

type Sort = NonNullable<PeopleSearch['sort']>;

interface Props {
  people: PersonRow[];
  columns: readonly Column[];
  /** Absent for those who may only read. */
  selection: Selection<PersonRow> | undefined;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** The width from which a column is shown. A phone shows the address and the status or lists. */
const FROM: Partial<Record<OwnColumn, 'sm' | 'md'>> = {
  name: 'md',
  tags: 'sm',
  added: 'md',
  language: 'md',
  timezone: 'md',
};

const widthOf = (column: Column) => {
  const from = 'own' in column ? FROM[column.own] : 'sm';
  return from ? { visibleFrom: from } : {};
};

/** People. A row opens its person by a click anywhere, by its link, or by the keys j, k and Enter. */
export function PersonRows({ people, columns, selection, sort, onSort }: Props) {
  const t = usePeopleText();
  const tColumn = useColumnText();
  const navigate = useNavigate();
  const body = useRowKeys();
  const open = (event: MouseEvent<HTMLElement>, email: string) => {
    const isControl = event.target instanceof Element && event.target.closest('a, button, input, label');
    if (!isControl && window.getSelection()?.type !== 'Range')
      void navigate({ to: '/people/$email', params: { email } });
  };
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table highlightOnHover aria-label={t('title')}>
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th w={36}>
                <Checkbox
                  size="xs"
                  aria-label={t('selectAll')}
                  checked={selection.isAll}
                  indeterminate={selection.chosen.length > 0 && !selection.isAll}
                  onChange={selection.toggleAll}
                />
              </Table.Th>
            )}
            <SortedHeading order={['email', '-email']} ascending="email" sort={sort} onSort={onSort}>
              {t('email')}
            </SortedHeading>
            {columns.map((column) => {
              if (!('own' in column))
                return (
                  <Table.Th key={nameOf(column)} {...widthOf(column)}>
                    {column.field.label}
                  </Table.Th>
                );
              return column.own === 'added' ? (
                <SortedHeading
                  key="added"
                  order={['-created', 'created']}
                  ascending="created"
                  visibleFrom="md"
                  sort={sort}
                  onSort={onSort}
                >
                  {tColumn('added')}
                </SortedHeading>
              ) : (
                <Table.Th key={column.own} {...widthOf(column)}>
                  {tColumn(column.own)}
                </Table.Th>
              );
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body}>
          {people.map((person) => (
            <Table.Tr
              key={person.id}
              style={{ cursor: 'pointer' }}
              data-selected={selection?.has(person.id) || undefined}
              {...(selection?.has(person.id) && { bg: 'var(--mantine-primary-color-light)' })}
              onClick={(event) => open(event, person.email)}
            >
              {selection && (
                <Table.Td>
                  <Checkbox
                    size="xs"
                    aria-label={t('select', { email: person.email })}
                    checked={selection.has(person.id)}
                    onChange={() => selection.toggle(person.id)}
                  />
                </Table.Td>
              )}
              <Table.Td>
                <TextLink to="/people/$email" params={{ email: person.email }}>
                  {person.email}
                </TextLink>
              </Table.Td>
              {columns.map((column) => (
                <Table.Td key={nameOf(column)} {...widthOf(column)}>
                  <PersonCell of={person} column={column} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
