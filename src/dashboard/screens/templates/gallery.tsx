import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { type TemplateOrder, TemplatesDocument } from '../../../generated/dashboard/templates.ts';
import { askAhead } from '../../client/ask-ahead.ts';
import { useChanged } from '../../client/use-changed.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { Pages, pageOf } from '../../tables/pages.tsx';
import { Deleted } from './deleted.tsx';
import { GalleryCard } from './gallery-card.tsx';
import { type GallerySearch, ORDERS } from './search.ts';
import { useGalleryText } from './texts.ts';

export const Gallery = createLazyRoute('/templates')({ component: GalleryScreen });

const route = getRouteApi('/templates');

const TYPING_MS = 250;

const BY: Record<(typeof ORDERS)[number], TemplateOrder> = {
  updated: { field: 'UPDATED_AT', direction: 'DESC' },
  name: { field: 'NAME', direction: 'ASC' },
  created: { field: 'CREATED_AT', direction: 'DESC' },
};

const USUAL_ORDER = 'updated';

const variablesOf = ({ search, order = USUAL_ORDER, ...page }: GallerySearch) => ({
  ...{ search: search ?? null, orderBy: BY[order] },
  ...pageOf(page, 24),
});

/** Requests the templates; their thumbnails follow. */
export const askForTemplates = (search: GallerySearch): void => void askAhead(TemplatesDocument, variablesOf(search));

function GalleryScreen() {
  const say = useGalleryText();
  const mayWrite = useMayWrite();
  const asked = route.useSearch();
  const { search, order = USUAL_ORDER } = asked;
  const navigate = route.useNavigate();
  const read = useRead(TemplatesDocument, variablesOf(asked));
  useChanged(['TEMPLATE'], read.again);
  /** A filter change returns to the first page. Letters as they are typed are no steps to go back by. */
  const filter = (change: GallerySearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, after: undefined, before: undefined, ...change }), replace });
  const type = useDebouncedCallback((words: string) => filter({ search: words || undefined }, true), TYPING_MS);
  return (
    <>
      <ScreenTitle action={mayWrite && <ButtonLink to="/templates/new">{say('new')}</ButtonLink>}>
        {say('title')}
      </ScreenTitle>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} role="search">
          <TextInput
            label={say('search')}
            type="search"
            defaultValue={search ?? ''}
            onChange={({ currentTarget: { value } }) => type(value)}
          />
          <NativeSelect
            label={say('order')}
            value={order}
            data={ORDERS.map((value) => ({ value, label: say(value) }))}
            onChange={({ currentTarget: { value } }) => filter({ order: ORDERS.find((one) => one === value) })}
          />
        </SimpleGrid>
        <Deleted onBack={read.again} />
        <Shown of={read} lines={10}>
          {({ templates: { nodes, pageInfo } }) =>
            nodes.length === 0 ? (
              <Nothing
                title={say(search ? 'noneFits' : 'none')}
                action={mayWrite && !search && <ButtonLink to="/templates/new">{say('createFirst')}</ButtonLink>}
              >
                {say(search ? 'noneFitsMore' : 'noneMore')}
              </Nothing>
            ) : (
              <>
                <SimpleGrid cols={{ base: 1, xs: 2, lg: 3, xl: 4 }} component="ul" p={0} m={0}>
                  {nodes.map((template) => (
                    <GalleryCard key={template.id} template={template} onChanged={read.again} />
                  ))}
                </SimpleGrid>
                <Pages info={pageInfo} onTurn={(page) => filter(page)} />
              </>
            )
          }
        </Shown>
      </Stack>
    </>
  );
}
