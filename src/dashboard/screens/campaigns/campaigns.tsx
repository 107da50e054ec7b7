import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { ListsAndTemplatesDocument } from '../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { readChoice } from '../../shell/read-search.ts';
import { ScreenTitle } from '../../shell/title.tsx';
import { CampaignTable } from './campaign-table.tsx';
import { type CampaignsSearch, STATUSES } from './search.ts';
import { useCampaignsText } from './texts.ts';

export const Campaigns = createLazyRoute('/campaigns')({ component: CampaignsScreen });

const route = getRouteApi('/campaigns');
const TYPING_MS = 250;

function CampaignsScreen() {
  const say = useCampaignsText();
  const mayWrite = useMayWrite();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const lists = useRead(ListsAndTemplatesDocument, {}).data?.lists.nodes ?? [];
  const filter = (change: CampaignsSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...change }), replace });
  const type = useDebouncedCallback((text: string) => filter({ search: text || undefined }, true), TYPING_MS);
  return (
    <>
      <ScreenTitle action={mayWrite && <ButtonLink to="/campaigns/new">{say('begin')}</ButtonLink>}>
        {say('title')}
      </ScreenTitle>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 3 }} role="search">
          <TextInput
            label={say('search')}
            type="search"
            defaultValue={search.search ?? ''}
            onChange={({ currentTarget: { value } }) => type(value)}
          />
          <NativeSelect
            label={say('status')}
            value={search.status ?? ''}
            data={[{ value: '', label: say('any') }, ...STATUSES.map((value) => ({ value, label: say(value) }))]}
            onChange={({ currentTarget: { value } }) => filter({ status: readChoice(value, STATUSES) })}
          />
          <NativeSelect
            label={say('list')}
            value={search.list ?? ''}
            data={[{ value: '', label: say('any') }, ...lists.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={({ currentTarget: { value } }) => filter({ list: value || undefined })}
          />
        </SimpleGrid>
        <CampaignTable search={search} onTurn={(page) => filter(page)} />
      </Stack>
    </>
  );
}
