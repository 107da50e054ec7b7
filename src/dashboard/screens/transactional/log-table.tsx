import { Table, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import {
  MailChangedDocument,
  MailLogDocument,
  type MailRowFragment,
} from '../../../generated/dashboard/transactional.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { useZone } from '../../session/zone.ts';
import { TextLink } from '../../shell/links.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { type PageSearch, Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { filtersOf, type LogSearch } from './search.ts';
import { Status } from './status.tsx';
import { useLogText } from './texts.ts';

/** However many mails move, the page is read again once in so long. */
const AGAIN_MS = 1_000;

/** A page of the log, which moves as mails are sent. */
export function LogTable({ search, onTurn }: { search: LogSearch; onTurn: (page: PageSearch) => void }) {
  const say = useLogText();
  const filters = filtersOf(search, useZone());
  const read = useRead(MailLogDocument, { ...filters, ...pageOf(search) });
  const again = useThrottledCallback(read.again, AGAIN_MS);
  useLive(MailChangedDocument, { template: filters.template ?? null, recipient: filters.recipient ?? null }, again);
  const filtered = Object.keys(filters).length > 0;
  return (
    <Shown of={read} lines={10}>
      {({ transactionalMails: { nodes, pageInfo } }) =>
        nodes.length === 0 ? (
          <Nothing title={say(filtered ? 'noneFit' : 'none')}>{say(filtered ? 'noneFitMore' : 'noneMore')}</Nothing>
        ) : (
          <>
            <Rows mails={nodes} />
            <Pages info={pageInfo} onTurn={onTurn} />
          </>
        )
      }
    </Shown>
  );
}

function Rows({ mails }: { mails: MailRowFragment[] }) {
  const say = useLogText();
  const { moment, number } = useFormat();
  return (
    <Table highlightOnHover layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{say('subject')}</Table.Th>
          <Table.Th visibleFrom="sm">{say('recipients')}</Table.Th>
          <Table.Th visibleFrom="md">{say('template')}</Table.Th>
          <Table.Th w={110}>{say('status')}</Table.Th>
          <Table.Th visibleFrom="md" w={90} ta="right">
            {say('opens')}
          </Table.Th>
          <Table.Th visibleFrom="md" w={90} ta="right">
            {say('clicks')}
          </Table.Th>
          <Table.Th visibleFrom="sm" w={170}>
            {say('created')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {mails.map((mail) => (
          <Table.Tr key={mail.id}>
            <Table.Td>
              <TextLink to="/transactional/$id" params={{ id: mail.id }} size="sm" fw={500} lineClamp={2}>
                {mail.subject || say('noSubject')}
              </TextLink>
              <Text size="sm" c="dimmed" hiddenFrom="sm" truncate>
                {mail.to.join(', ')}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm" truncate>
                {mail.to.join(', ')}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="md">
              {mail.templateId ? (
                <TextLink to="/templates/$id" params={{ id: mail.templateId }} size="sm" truncate display="block">
                  {mail.template}
                </TextLink>
              ) : (
                <Text size="sm" truncate>
                  {mail.template}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <Status status={mail.status} />
            </Table.Td>
            <Table.Td visibleFrom="md" ta="right">
              {number(mail.opens)}
            </Table.Td>
            <Table.Td visibleFrom="md" ta="right">
              {number(mail.clicks)}
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm">{moment(mail.createdAt)}</Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
