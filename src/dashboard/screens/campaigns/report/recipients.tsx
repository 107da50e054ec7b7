import { Anchor, Button, Group, NativeSelect, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import {
  RecipientCountDocument,
  RecipientsOfDocument,
  type RecipientsOfQuery,
} from '../../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../../client/use-read.ts';
import { Dialog } from '../../../shell/dialog.tsx';
import { TextLink } from '../../../shell/links.tsx';
import { readChoice } from '../../../shell/read-search.ts';
import { Counting } from '../../../states/counting.tsx';
import { EmptyState } from '../../../states/empty-state.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import { Loading } from '../../../states/loading.tsx';
import { Pages } from '../../../tables/pages.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import type { ShownCampaign } from '../campaign.tsx';
import { BOUNCES, REACTIONS, type RecipientSearch, STATES } from '../search.ts';
import { chosenRecipients, recipientsVariables } from './recipients-variables.ts';
import { useReportText } from './texts.ts';

const Source = lazy(async () => ({
  default: (await import('../../../mail/message-source.tsx')).CampaignMessageSource,
}));

const route = getRouteApi('/campaigns/$campaign');

/** A campaign's recipients, filtered by message status and engagement. The address holds the filters. */
export function Recipients({ campaign: { id, abTest, keptInOutbox } }: { campaign: ShownCampaign }) {
  const t = useReportText();
  const search = route.useSearch();
  const { state, reaction, bounced, link, variant } = search;
  const navigate = route.useNavigate();
  const filter = (change: RecipientSearch) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...change }) });
  const read = useRead(RecipientsOfDocument, recipientsVariables(id, search));
  const any = { value: '', label: t('any') };
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} role="search">
        <NativeSelect
          label={t('messageStatus')}
          value={state ?? ''}
          data={[any, ...STATES.map((value) => ({ value, label: t(value) }))]}
          onChange={({ currentTarget: { value } }) => filter({ state: readChoice(value, STATES) })}
        />
        <NativeSelect
          label={t('engagement')}
          value={reaction ?? ''}
          data={[any, ...REACTIONS.map((value) => ({ value, label: t(value) }))]}
          onChange={({ currentTarget: { value } }) => filter({ reaction: readChoice(value, REACTIONS) })}
        />
        <NativeSelect
          label={t('bounce')}
          value={bounced ?? ''}
          data={[any, ...BOUNCES.map((value) => ({ value, label: t(value) }))]}
          onChange={({ currentTarget: { value } }) => filter({ bounced: readChoice(value, BOUNCES) })}
        />
        {abTest && (
          <NativeSelect
            label={t('variant')}
            value={variant ?? ''}
            data={[any, ...abTest.variants.map(({ number, name }) => ({ value: String(number), label: name }))]}
            onChange={({ currentTarget: { value } }) => filter({ variant: value || undefined })}
          />
        )}
      </SimpleGrid>
      {link && (
        <Group>
          <Text size="sm">{t('clickedLink', { link })}</Text>
          <Button variant="default" size="compact-sm" onClick={() => filter({ link: undefined })}>
            {t('allRecipients')}
          </Button>
        </Group>
      )}
      <Loaded of={read} lines={8}>
        {({ campaign }) => {
          if (!campaign) return null;
          const { messagesRemovedAt, recipients } = campaign;
          if (messagesRemovedAt) return <EmptyState title={t('messagesDeleted')} />;
          if (recipients.nodes.length === 0)
            return <EmptyState title={t('noMatches')}>{t('noMatchesHint')}</EmptyState>;
          return (
            <>
              <RecipientCount id={id} search={search} />
              <Rows messages={recipients.nodes} isKept={keptInOutbox} />
              <Pages info={recipients.pageInfo} onPageChange={filter} />
            </>
          );
        }}
      </Loaded>
    </Stack>
  );
}

/** How many people are chosen. A million take a moment to count, for which their table does not wait. */
function RecipientCount({ id, search }: { id: string; search: RecipientSearch }) {
  const t = useReportText();
  const read = useRead(RecipientCountDocument, chosenRecipients(id, search));
  if (read.isLoading) return <Counting>{t('peopleLabel')}</Counting>;
  return (
    <Loaded of={read}>
      {({ campaign }) =>
        campaign && <Text fw={600}>{t('peopleCount', { count: campaign.recipients.totalCount })}</Text>
      }
    </Loaded>
  );
}

type Messages = NonNullable<RecipientsOfQuery['campaign']>['recipients']['nodes'];

function Rows({ messages, isKept }: { messages: Messages; isKept: boolean }) {
  const t = useReportText();
  const { moment } = useFormat();
  const [opened, setOpened] = useState<Messages[number]>();
  const momentOf = ({ sentAt, dueAt }: Messages[number]) => (sentAt ? moment(sentAt) : dueAt && moment(dueAt));
  const reacted = ({ openedAt, clickedAt }: Messages[number]) =>
    (clickedAt && `${t('clicked')} ${moment(clickedAt)}`) || (openedAt && `${t('opened')} ${moment(openedAt)}`);
  return (
    <>
      <Dialog
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={t('sourceOf', { address: opened?.recipient ?? t('erased') })}
        size="xl"
      >
        <Suspense fallback={<Loading lines={12} />}>{opened && <Source id={opened.id} />}</Suspense>
      </Dialog>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('address')}</Table.Th>
            <Table.Th>{t('messageStatus')}</Table.Th>
            <Table.Th visibleFrom="md">{t('reason')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('sentAt')}</Table.Th>
            <Table.Th>{t('engagement')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {messages.map((message) => (
            <Table.Tr key={message.id}>
              <Table.Td>
                {message.recipient ? (
                  <TextLink to="/people/$email" params={{ email: message.recipient }}>
                    {message.recipient}
                  </TextLink>
                ) : (
                  t('erased')
                )}
              </Table.Td>
              <Table.Td>
                {t(message.state === 'SENT' && isKept ? 'kept' : message.state)}
                {message.state === 'SENT' && (
                  <Anchor component="button" type="button" size="sm" ml="xs" onClick={() => setOpened(message)}>
                    {t('source')}
                  </Anchor>
                )}
              </Table.Td>
              <Table.Td visibleFrom="md">{message.reason}</Table.Td>
              <Table.Td visibleFrom="sm">{momentOf(message)}</Table.Td>
              <Table.Td>{reacted(message)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
