import { Button, Table, Text } from '@mantine/core';
import {
  AutomationChangedDocument,
  type AutomationRowFragment,
  AutomationsDocument,
} from '../../../generated/dashboard/automations.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { TextLink } from '../../shell/links.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { type PageSearch, Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import type { AutomationsSearch } from './search.ts';
import { StatusBadge } from './status-badge.tsx';
import { useAutomationText } from './texts.ts';
import { useWords } from './use-words.ts';

/** A page of automations, with the number of people in progress. */
export function AutomationsTable({
  search,
  onPageChange,
  onCreate,
}: {
  search: AutomationsSearch;
  onPageChange: (page: PageSearch) => void;
  /** Absent if the role may not create automations. */
  onCreate?: (() => void) | undefined;
}) {
  const t = useAutomationText();
  const { after, before, status, list } = search;
  const read = useRead(AutomationsDocument, {
    statuses: status ?? null,
    list: list ?? null,
    ...pageOf({ after, before }),
  });
  // Changes update their row. A new automation, or one that enters or leaves the filter, reads the list again.
  useLive(AutomationChangedDocument, {}, ({ automationChanged: changed }) => {
    const isShown = read.data?.automations.nodes.some(({ id }) => id === changed.id) ?? false;
    if (!isShown || (status && status !== changed.status)) read.refetch();
  });
  return (
    <Loaded of={read} lines={6}>
      {({ automations: { nodes, pageInfo } }) => {
        if (nodes.length === 0) {
          const isFiltered = status !== undefined || list !== undefined;
          return isFiltered ? (
            <EmptyState title={t('noMatches')}>{t('noMatchesHint')}</EmptyState>
          ) : (
            <EmptyState
              title={t('noAutomations')}
              action={onCreate && <Button onClick={onCreate}>{t('createFirst')}</Button>}
            >
              {t('noAutomationsHint')}
            </EmptyState>
          );
        }
        return (
          <>
            <Rows automations={nodes} />
            <Pages info={pageInfo} onPageChange={onPageChange} />
          </>
        );
      }}
    </Loaded>
  );
}

function Rows({ automations }: { automations: readonly AutomationRowFragment[] }) {
  const t = useAutomationText();
  const { trigger } = useWords();
  const { number } = useFormat();
  return (
    <Table highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('name')}</Table.Th>
          <Table.Th>{t('status')}</Table.Th>
          <Table.Th visibleFrom="lg">{t('trigger')}</Table.Th>
          <Table.Th ta="end">{t('inProgress')}</Table.Th>
          <Table.Th ta="end" visibleFrom="md">
            {t('completed')}
          </Table.Th>
          <Table.Th ta="end" visibleFrom="md">
            {t('exited')}
          </Table.Th>
          <Table.Th ta="end" visibleFrom="md">
            {t('failed')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {automations.map(({ id, name, status, trigger: starts, counts }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <TextLink to="/automations/$automation" params={{ automation: id }}>
                {name}
              </TextLink>
            </Table.Td>
            <Table.Td>
              <StatusBadge status={status} />
            </Table.Td>
            <Table.Td visibleFrom="lg">
              <Text size="sm" c="dimmed">
                {trigger(starts)}
              </Text>
            </Table.Td>
            <Table.Td ta="end">{number(counts.active)}</Table.Td>
            {[counts.completed, counts.exited, counts.failed].map((count, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns are always the same
              <Table.Td key={index} ta="end" visibleFrom="md">
                {number(count)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
