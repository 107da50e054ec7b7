import { Button, Group, NativeSelect, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { RecipientsOfDocument, type RecipientsOfQuery } from '../../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../../client/use-read.ts';
import { TextLink } from '../../../shell/links.tsx';
import { readChoice } from '../../../shell/read-search.ts';
import { Nothing } from '../../../states/nothing.tsx';
import { Shown } from '../../../states/shown.tsx';
import { Pages } from '../../../tables/pages.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import type { ShownCampaign } from '../campaign.tsx';
import { BOUNCES, REACTIONS, type RecipientSearch, STATES } from '../search.ts';
import { RecipientCount } from './recipient-count.tsx';
import { recipientsAsked } from './recipients-asked.ts';
import { useReportText } from './texts.ts';

const route = getRouteApi('/campaigns/$campaign');

/** A campaign's recipients, filtered by message status and engagement. The address holds the filters. */
export function Recipients({ campaign: { id, test } }: { campaign: ShownCampaign }) {
  const say = useReportText();
  const search = route.useSearch();
  const { state, reaction, bounced, link, variant } = search;
  const navigate = route.useNavigate();
  const filter = (change: RecipientSearch) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...change }) });
  const read = useRead(RecipientsOfDocument, recipientsAsked(id, search));
  const any = { value: '', label: say('any') };
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} role="search">
        <NativeSelect
          label={say('state')}
          value={state ?? ''}
          data={[any, ...STATES.map((value) => ({ value, label: say(value) }))]}
          onChange={({ currentTarget: { value } }) => filter({ state: readChoice(value, STATES) })}
        />
        <NativeSelect
          label={say('reaction')}
          value={reaction ?? ''}
          data={[any, ...REACTIONS.map((value) => ({ value, label: say(value) }))]}
          onChange={({ currentTarget: { value } }) => filter({ reaction: readChoice(value, REACTIONS) })}
        />
        <NativeSelect
          label={say('bounce')}
          value={bounced ?? ''}
          data={[any, ...BOUNCES.map((value) => ({ value, label: say(value) }))]}
          onChange={({ currentTarget: { value } }) => filter({ bounced: readChoice(value, BOUNCES) })}
        />
        {test && (
          <NativeSelect
            label={say('variant')}
            value={variant ?? ''}
            data={[any, ...test.variants.map(({ number, name }) => ({ value: String(number), label: name }))]}
            onChange={({ currentTarget: { value } }) => filter({ variant: value || undefined })}
          />
        )}
      </SimpleGrid>
      {link && (
        <Group>
          <Text size="sm">{say('clickedLink', { link })}</Text>
          <Button variant="default" size="compact-sm" onClick={() => filter({ link: undefined })}>
            {say('anyLink')}
          </Button>
        </Group>
      )}
      <Shown of={read} lines={8}>
        {({ campaign }) => {
          if (!campaign) return null;
          const { messagesRemovedAt, recipients } = campaign;
          if (messagesRemovedAt) return <Nothing title={say('removed')} />;
          if (recipients.nodes.length === 0) return <Nothing title={say('nobody')}>{say('nobodyMore')}</Nothing>;
          return (
            <>
              <RecipientCount id={id} search={search} />
              <Rows messages={recipients.nodes} />
              <Pages info={recipients.pageInfo} onTurn={filter} />
            </>
          );
        }}
      </Shown>
    </Stack>
  );
}

type Messages = NonNullable<RecipientsOfQuery['campaign']>['recipients']['nodes'];

function Rows({ messages }: { messages: Messages }) {
  const say = useReportText();
  const { moment } = useFormat();
  const momentOf = ({ sentAt, dueAt }: Messages[number]) => (sentAt ? moment(sentAt) : dueAt && moment(dueAt));
  const reacted = ({ openedAt, clickedAt }: Messages[number]) =>
    (clickedAt && `${say('clicked')} ${moment(clickedAt)}`) || (openedAt && `${say('opened')} ${moment(openedAt)}`);
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{say('address')}</Table.Th>
          <Table.Th>{say('state')}</Table.Th>
          <Table.Th visibleFrom="md">{say('reason')}</Table.Th>
          <Table.Th visibleFrom="sm">{say('when')}</Table.Th>
          <Table.Th>{say('reaction')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {messages.map((message) => (
          <Table.Tr key={message.id}>
            <Table.Td>
              {message.email ? (
                <TextLink to="/people/$email" params={{ email: message.email }}>
                  {message.email}
                </TextLink>
              ) : (
                say('erased')
              )}
            </Table.Td>
            <Table.Td>{say(message.state)}</Table.Td>
            <Table.Td visibleFrom="md">{message.reason}</Table.Td>
            <Table.Td visibleFrom="sm">{momentOf(message)}</Table.Td>
            <Table.Td>{reacted(message)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
