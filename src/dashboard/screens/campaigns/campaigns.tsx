import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { ListsAndTemplatesDocument } from '../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../client/use-read.ts';
import { useListChoices } from '../../editing/list-choices.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { readChoice } from '../../shell/read-search.ts';
import { ScreenTitle } from '../../shell/title.tsx';
import { CampaignTable } from './campaign-table.tsx';
import { type CampaignsSearch, STATUSES } from './search.ts';
import { useCampaignsText } from './texts.ts';

export const Campaigns = createLazyRoute('/campaigns')({ component: CampaignsScreen });

const route = getRouteApi('/campaigns');
const DEBOUNCE_MS = 250;

function CampaignsScreen() {
  const t = useCampaignsText();
  const mayWrite = useMayWrite();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const lists = useRead(ListsAndTemplatesDocument, {}).data?.lists.nodes ?? [];
  const choices = useListChoices(lists);
  const filter = (change: CampaignsSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...change }), replace });
  const type = useDebouncedCallback((text: string) => filter({ search: text || undefined }, true), DEBOUNCE_MS);
  return (
    <>
      <ScreenTitle action={mayWrite && <ButtonLink to="/campaigns/new">{t('createDraft')}</ButtonLink>}>
        {t('title')}
      </ScreenTitle>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 3 }} role="search">
          <TextInput
            label={t('search')}
            type="search"
            defaultValue={search.search ?? ''}
            onChange={({ currentTarget: { value } }) => type(value)}
          />
          <NativeSelect
            label={t('status')}
            value={search.status ?? ''}
            data={[{ value: '', label: t('any') }, ...STATUSES.map((value) => ({ value, label: t(value) }))]}
            onChange={({ currentTarget: { value } }) => filter({ status: readChoice(value, STATUSES) })}
          />
          <NativeSelect
            label={t('list')}
            value={search.list ?? ''}
            data={[{ value: '', label: t('any') }, ...choices]}
            onChange={({ currentTarget: { value } }) => filter({ list: value || undefined })}
          />
        </SimpleGrid>
        <CampaignTable search={search} onPageChange={(page) => filter(page)} />
      </Stack>
    </>
  );
}
