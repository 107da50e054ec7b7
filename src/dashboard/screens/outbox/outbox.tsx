import { Table, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { FiledDocument, type FiledRowFragment, OutboxDocument } from '../../../generated/dashboard/outbox.ts';
import { Passing } from '../../client/passing.tsx';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useOutboxText } from './texts.ts';

export const Outbox = createLazyRoute('/outbox')({ component: OutboxScreen });

const route = getRouteApi('/outbox');

/** However many messages are filed, the page is read again once in so long. */
const AGAIN_MS = 1_000;

function OutboxScreen() {
  const say = useOutboxText();
  return (
    <>
      <ScreenTitle>{say('title')}</ScreenTitle>
      <Passing>
        <Messages />
      </Passing>
    </>
  );
}

function Messages() {
  const say = useOutboxText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const read = useRead(OutboxDocument, pageOf(search));
  const again = useThrottledCallback(read.again, AGAIN_MS);
  useLive(FiledDocument, {}, again);
  return (
    <Shown of={read} lines={10}>
      {({ outbox }) => {
        if (!outbox) return <Nothing title={say('sends')}>{say('sendsMore')}</Nothing>;
        if (outbox.nodes.length === 0) return <Nothing title={say('empty')}>{say('emptyMore')}</Nothing>;
        return (
          <>
            <Text c="dimmed" mb="md">
              {say('why')}
            </Text>
            <Rows messages={outbox.nodes} />
            <Pages info={outbox.pageInfo} onTurn={(page) => void navigate({ search: page })} />
          </>
        );
      }}
    </Shown>
  );
}

function Rows({ messages }: { messages: FiledRowFragment[] }) {
  const say = useOutboxText();
  const { moment } = useFormat();
  return (
    <Table highlightOnHover layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{say('subject')}</Table.Th>
          <Table.Th visibleFrom="sm">{say('to')}</Table.Th>
          <Table.Th visibleFrom="md" w={160}>
            {say('kind')}
          </Table.Th>
          <Table.Th w={170} visibleFrom="sm">
            {say('created')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {messages.map(({ id, subject, to, kind, createdAt }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <TextLink to="/outbox/$id" params={{ id }} size="sm" fw={500} lineClamp={2}>
                {subject || say('noSubject')}
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
              <Text size="sm">{say(kind)}</Text>
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
