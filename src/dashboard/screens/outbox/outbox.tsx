import { Table, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import {
  OutboxDocument,
  OutboxMessageWrittenDocument,
  type OutboxRowFragment,
} from '../../../generated/dashboard/outbox.ts';
import { Uncached } from '../../client/uncached.tsx';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useOutboxText } from './texts.ts';

export const Outbox = createLazyRoute('/outbox')({ component: OutboxScreen });

const route = getRouteApi('/outbox');

/** The page is read again at most this often, however many changes arrive. */
const RELOAD_MS = 1_000;

function OutboxScreen() {
  const t = useOutboxText();
  return (
    <>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <Uncached>
        <Messages />
      </Uncached>
    </>
  );
}

function Messages() {
  const t = useOutboxText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const read = useRead(OutboxDocument, pageOf(search));
  const refetch = useThrottledCallback(read.refetch, RELOAD_MS);
  useLive(OutboxMessageWrittenDocument, {}, refetch);
  return (
    <Loaded of={read} lines={10}>
      {({ outbox }) => {
        if (!outbox) return <EmptyState title={t('mailServerConnected')}>{t('mailServerConnectedHint')}</EmptyState>;
        if (outbox.nodes.length === 0) return <EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>;
        return (
          <>
            <Text c="dimmed" mb="md">
              {t('noMailServer')}
            </Text>
            <Rows messages={outbox.nodes} />
            <Pages info={outbox.pageInfo} onPageChange={(page) => void navigate({ search: page })} />
          </>
        );
      }}
    </Loaded>
  );
}

function Rows({ messages }: { messages: OutboxRowFragment[] }) {
  const t = useOutboxText();
  const { moment } = useFormat();
  return (
    <Table highlightOnHover layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('subject')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('to')}</Table.Th>
          <Table.Th visibleFrom="md" w={160}>
            {t('kind')}
          </Table.Th>
          <Table.Th w={170} visibleFrom="sm">
            {t('created')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {messages.map(({ id, subject, to, kind, createdAt }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <TextLink to="/outbox/$id" params={{ id }} size="sm" fw={500} lineClamp={2}>
                {subject || t('noSubject')}
              </TextLink>
              <Text size="sm" c="dimmed" hiddenFrom="sm" truncate>
                {to}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm" truncate>
                {to}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="md">
              <Text size="sm">{t(kind)}</Text>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm">{moment(createdAt)}</Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
