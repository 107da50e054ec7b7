import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { type TemplateOrder, TemplatesDocument } from '../../../generated/dashboard/templates.ts';
import { prefetch } from '../../client/prefetch.ts';
import { useOnChange } from '../../client/use-on-change.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { Pages, pageOf } from '../../tables/pages.tsx';
import { Deleted } from './deleted.tsx';
import { GalleryCard } from './gallery-card.tsx';
import { type GallerySearch, ORDERS } from './search.ts';
import { useGalleryText } from './texts.ts';

export const Gallery = createLazyRoute('/templates')({ component: GalleryScreen });

const route = getRouteApi('/templates');

const DEBOUNCE_MS = 250;

const BY: Record<(typeof ORDERS)[number], TemplateOrder> = {
  updated: { field: 'UPDATED_AT', direction: 'DESC' },
  name: { field: 'NAME', direction: 'ASC' },
  created: { field: 'CREATED_AT', direction: 'DESC' },
};

const USUAL_ORDER = 'updated';

const variablesOf = ({ search, order = USUAL_ORDER, ...page }: GallerySearch) => ({
  search: search ?? null,
  orderBy: BY[order],
  ...pageOf(page, 24),
});

/** Requests the templates; their thumbnails follow. */
export const prefetchTemplates = (search: GallerySearch): void => void prefetch(TemplatesDocument, variablesOf(search));

function GalleryScreen() {
  const t = useGalleryText();
  const mayWrite = useMayWrite();
  const asked = route.useSearch();
  const { search, order = USUAL_ORDER } = asked;
  const navigate = route.useNavigate();
  const read = useRead(TemplatesDocument, variablesOf(asked));
  useOnChange(['TEMPLATE'], read.refetch);
  /** A filter change returns to the first page. Letters as they are typed are no steps to go back by. */
  const filter = (change: GallerySearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...change }), replace });
  const type = useDebouncedCallback((words: string) => filter({ search: words || undefined }, true), DEBOUNCE_MS);
  return (
    <>
      <ScreenTitle action={mayWrite && <ButtonLink to="/templates/new">{t('createTemplate')}</ButtonLink>}>
        {t('title')}
      </ScreenTitle>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} role="search">
          <TextInput
            label={t('search')}
            type="search"
            defaultValue={search ?? ''}
            onChange={({ currentTarget: { value } }) => type(value)}
          />
          <NativeSelect
            label={t('sortBy')}
            value={order}
            data={ORDERS.map((value) => ({ value, label: t(value) }))}
            onChange={({ currentTarget: { value } }) => filter({ order: ORDERS.find((one) => one === value) })}
          />
        </SimpleGrid>
        <Deleted onBack={read.refetch} />
        <Loaded of={read} lines={10}>
          {({ templates: { nodes, pageInfo } }) =>
            nodes.length === 0 ? (
              <EmptyState
                title={t(search ? 'noMatches' : 'noTemplates')}
                action={mayWrite && !search && <ButtonLink to="/templates/new">{t('createFirst')}</ButtonLink>}
              >
                {t(search ? 'noMatchesHint' : 'noTemplatesHint')}
              </EmptyState>
            ) : (
              <>
                <SimpleGrid cols={{ base: 1, xs: 2, lg: 3, xl: 4 }} component="ul" p={0} m={0}>
                  {nodes.map((template) => (
                    <GalleryCard key={template.id} template={template} onChanged={read.refetch} />
                  ))}
                </SimpleGrid>
                <Pages info={pageInfo} onPageChange={(page) => filter(page)} />
              </>
            )
          }
        </Loaded>
      </Stack>
    </>
  );
}
