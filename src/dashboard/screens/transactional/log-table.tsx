import { Table, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import {
  MailChangedDocument,
  MailLogDocument,
  type MailRowFragment,
} from '../../../generated/dashboard/transactional.ts';
import { useLive } from '../../client/use-live.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { useZone } from '../../session/zone.ts';
import { ButtonLink, TextLink } from '../../shell/links.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { type PageSearch, Pages, pageOf } from '../../tables/pages.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { filtersOf, type LogSearch } from './search.ts';
import { Status } from './status.tsx';
import { useLogText } from './texts.ts';

/** The page is read again at most this often, however many changes arrive. */
const RELOAD_MS = 1_000;

/** A page of the log, which moves as mails are sent. */
export function LogTable({ search, onPageChange }: { search: LogSearch; onPageChange: (page: PageSearch) => void }) {
  const t = useLogText();
  const mayWrite = useMayWrite();
  const filters = filtersOf(search, useZone());
  const read = useRead(MailLogDocument, { ...filters, ...pageOf(search) });
  const refetch = useThrottledCallback(read.refetch, RELOAD_MS);
  useLive(MailChangedDocument, { template: filters.template ?? null, recipient: filters.recipient ?? null }, refetch);
  const filtered = Object.keys(filters).length > 0;
  return (
    <Loaded of={read} lines={10}>
      {({ transactionalMails: { nodes, pageInfo } }) =>
        nodes.length === 0 ? (
          <EmptyState
            title={t(filtered ? 'noMatches' : 'noMails')}
            action={!filtered && mayWrite && <ButtonLink to="/transactional/send">{t('sendFirst')}</ButtonLink>}
          >
            {t(filtered ? 'noMatchesHint' : 'noMailsHint')}
          </EmptyState>
        ) : (
          <>
            <Rows mails={nodes} />
            <Pages info={pageInfo} onPageChange={onPageChange} />
          </>
        )
      }
    </Loaded>
  );
}

function Rows({ mails }: { mails: MailRowFragment[] }) {
  const t = useLogText();
  const { moment, number } = useFormat();
  return (
    <Table highlightOnHover layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('subject')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('recipients')}</Table.Th>
          <Table.Th visibleFrom="md">{t('template')}</Table.Th>
          <Table.Th w={130}>{t('status')}</Table.Th>
          <Table.Th visibleFrom="md" w={90} ta="right">
            {t('opens')}
          </Table.Th>
          <Table.Th visibleFrom="md" w={90} ta="right">
            {t('clicks')}
          </Table.Th>
          <Table.Th visibleFrom="sm" w={170}>
            {t('created')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {mails.map((mail) => (
          <Table.Tr key={mail.id}>
            <Table.Td>
              <TextLink to="/transactional/$id" params={{ id: mail.id }} size="sm" fw={500} lineClamp={2}>
                {mail.subject || t('noSubject')}
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
                  {mail.templateName}
                </TextLink>
              ) : (
                <Text size="sm" truncate>
                  {mail.templateName}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <Status mail={mail} />
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
