import { Checkbox, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { RowFragment } from '../../../generated/dashboard/people.ts';
import { TextLink } from '../../shell/links.tsx';
import { SortedHeading } from '../../tables/sorted-heading.tsx';
import type { Selection } from '../../tables/use-selection.ts';
import { useFormat } from '../../texts/use-format.ts';
import type { PeopleSearch } from './search.ts';
import { TagBadges } from './tag-badges.tsx';
import { usePeopleText } from './texts.ts';

type Sort = NonNullable<PeopleSearch['sort']>;

interface Props {
  people: RowFragment[];
  /** Absent for those who may only read. */
  selection: Selection<RowFragment> | undefined;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** People on a list. A row opens its person by a click anywhere, or by its link. */
export function PersonRows({ people, selection, sort, onSort }: Props) {
  const t = usePeopleText();
  const { day } = useFormat();
  const navigate = useNavigate();
  const open = (event: MouseEvent<HTMLElement>, email: string) => {
    const isControl = event.target instanceof Element && event.target.closest('a, button, input, label');
    if (!isControl && window.getSelection()?.type !== 'Range')
      void navigate({ to: '/people/$email', params: { email } });
  };
  return (
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
          <Table.Th visibleFrom="md">{t('name')}</Table.Th>
          <Table.Th>{t('status')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('tags')}</Table.Th>
          <SortedHeading
            order={['-created', 'created']}
            ascending="created"
            visibleFrom="md"
            sort={sort}
            onSort={onSort}
          >
            {t('added')}
          </SortedHeading>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {people.map(({ id, email, firstName, lastName, status, tags, createdAt }) => (
          <Table.Tr
            key={id}
            style={{ cursor: 'pointer' }}
            data-selected={selection?.has(id) || undefined}
            {...(selection?.has(id) && { bg: 'var(--mantine-primary-color-light)' })}
            onClick={(event) => open(event, email)}
          >
            {selection && (
              <Table.Td>
                <Checkbox
                  size="xs"
                  aria-label={t('select', { email })}
                  checked={selection.has(id)}
                  onChange={() => selection.toggle(id)}
                />
              </Table.Td>
            )}
            <Table.Td>
              <TextLink to="/people/$email" params={{ email }}>
                {email}
              </TextLink>
            </Table.Td>
            <Table.Td visibleFrom="md">{[firstName, lastName].filter(Boolean).join(' ')}</Table.Td>
            <Table.Td>
              <Text size="sm">{t(status)}</Text>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <TagBadges tags={tags} />
            </Table.Td>
            <Table.Td visibleFrom="md">{day(createdAt)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
