import { Group, NativeSelect, Stack, Switch, Table, Text } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import {
  RequestChoicesDocument,
  RequestLogDocument,
  type RequestRowFragment,
} from '../../../../generated/dashboard/requests.ts';
import { Uncached } from '../../../client/uncached.tsx';
import { useRead } from '../../../client/use-read.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { ButtonLink } from '../../../shell/links.tsx';
import { ScreenTitle } from '../../../shell/title.tsx';
import { EmptyState } from '../../../states/empty-state.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import { Pages, pageOf } from '../../../tables/pages.tsx';
import { useSettingsText } from '../texts.ts';
import { RequestEntry } from './request-entry.tsx';
import type { RequestSearch } from './search.ts';
import { useRequestsText } from './texts.ts';
import { useWhileVisible } from './use-while-visible.ts';

export const Requests = createLazyRoute('/settings/requests')({ component: RequestsScreen });

const route = getRouteApi('/settings/requests');

const PAGE = 50;

/** How often the log is read again: it is written once a second, and no notice tells when (docs/adr/0201). */
const EVERY_MS = 2_000;

/** The calls of the team's programs, newest first. */
function RequestsScreen() {
  const settings = useSettingsText();
  const t = useRequestsText();
  const search: RequestSearch = route.useSearch();
  const navigate = route.useNavigate();
  const choices = useRead(RequestChoicesDocument, {}).data;
  const filter = (change: RequestSearch) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...change }), replace: true });
  return (
    <>
      <ScreenTitle>{settings('requests')}</ScreenTitle>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('hint')}
        </Text>
        <Group align="flex-end">
          <NativeSelect
            label={t('token')}
            value={search.token ?? ''}
            onChange={({ currentTarget: { value } }) => filter({ token: value || undefined })}
            data={[
              { value: '', label: t('anyToken') },
              ...(choices?.apiTokens.nodes.map(({ id, name }) => ({ value: id, label: name })) ?? []),
            ]}
          />
          <Switch
            label={t('errorsOnly')}
            checked={search.errors === 'yes'}
            onChange={({ currentTarget: { checked } }) => filter({ errors: checked ? 'yes' : undefined })}
            pb={8}
          />
        </Group>
        <Uncached>
          <Calls search={search} reference={choices?.installation.referenceUrl ?? undefined} onPageChange={filter} />
        </Uncached>
      </Stack>
    </>
  );
}

interface CallsProps {
  search: RequestSearch;
  /** The address of the API reference, if the installation has one. */
  reference: string | undefined;
  onPageChange: (page: RequestSearch) => void;
}

function Calls({ search, reference, onPageChange }: CallsProps) {
  const t = useRequestsText();
  const { token, errors, after, before } = search;
  const mayWrite = useMayWrite();
  const isFiltered = token !== undefined || errors !== undefined;
  const read = useRead(RequestLogDocument, {
    tokenId: token,
    failed: errors ? true : undefined,
    ...pageOf({ after, before }, PAGE),
  });
  useWhileVisible(read.refetch, EVERY_MS);
  return (
    <Loaded of={read} lines={10}>
      {({ requestLog: { nodes, pageInfo } }) =>
        nodes.length > 0 ? (
          <>
            <Entries calls={nodes} reference={reference} />
            <Pages info={pageInfo} onPageChange={onPageChange} />
          </>
        ) : (
          <EmptyState
            title={t(isFiltered ? 'noMatches' : 'noRequests')}
            action={!isFiltered && mayWrite && <ButtonLink to="/settings/tokens">{t('createToken')}</ButtonLink>}
          >
            {t(isFiltered ? 'noMatchesHint' : 'noRequestsHint')}
          </EmptyState>
        )
      }
    </Loaded>
  );
}

function Entries({ calls, reference }: { calls: readonly RequestRowFragment[]; reference: string | undefined }) {
  const t = useRequestsText();
  const settings = useSettingsText();
  return (
    <Table highlightOnHover layout="fixed" verticalSpacing={4} aria-label={settings('requests')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={84}>{t('status')}</Table.Th>
          <Table.Th>{t('request')}</Table.Th>
          <Table.Th visibleFrom="md" w={150}>
            {t('token')}
          </Table.Th>
          <Table.Th visibleFrom="sm" w={96} ta="right">
            {t('duration')}
          </Table.Th>
          <Table.Th visibleFrom="sm" w={180}>
            {t('time')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {calls.map((call) => (
          <RequestEntry key={call.requestId} call={call} reference={reference} />
        ))}
      </Table.Tbody>
    </Table>
  );
}
