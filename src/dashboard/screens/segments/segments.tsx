import { NativeSelect, Stack } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { SegmentListsDocument } from '../../../generated/dashboard/segments.ts';
import { useOnChange } from '../../client/use-on-change.ts';
import { useRead } from '../../client/use-read.ts';
import { useListChoices } from '../../editing/list-choices.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { FirstList } from '../../shell/first-list.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { SegmentTable } from './segment-table.tsx';
import { useSegmentsText } from './texts.ts';

export const Segments = createLazyRoute('/segments')({ component: SegmentsScreen });

const route = getRouteApi('/segments');

function SegmentsScreen() {
  const t = useSegmentsText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMayWrite();
  const read = useRead(SegmentListsDocument, {});
  useOnChange(['LIST'], read.refetch);
  const choices = useListChoices(read.data?.lists.nodes ?? []);
  const list = search.list ?? (choices.length === 1 ? choices[0]?.value : undefined);
  return (
    <>
      <ScreenTitle
        action={
          mayWrite &&
          choices.length > 0 && (
            <ButtonLink to="/segments/new" search={{ list }}>
              {t('create')}
            </ButtonLink>
          )
        }
      >
        {t('title')}
      </ScreenTitle>
      <Loaded of={read}>
        {({ lists: { nodes } }) =>
          nodes.length > 0 ? (
            <Stack>
              <NativeSelect
                label={t('list')}
                maw={320}
                value={list ?? ''}
                data={nodes.length > 1 ? [{ value: '', label: t('allLists') }, ...choices] : choices}
                onChange={(event) => void navigate({ search: { list: event.currentTarget.value || undefined } })}
              />
              <SegmentTable
                list={list}
                lists={choices}
                page={search}
                onPageChange={(page) => void navigate({ search: { list, ...page } })}
              />
            </Stack>
          ) : (
            <EmptyState title={t('noLists')} action={<FirstList />}>
              {t('noListsHint')}
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}
