import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { DeleteTagDocument, type TagInTableFragment, TagTableDocument } from '../../../generated/dashboard/lists.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useOnChange } from '../../client/use-on-change.ts';
import { useRead } from '../../client/use-read.ts';
import { ConfirmByName } from '../../editing/confirm-by-name.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { Pages, pageOf } from '../../tables/pages.tsx';
import { ListsNav } from './nav.tsx';
import { TagForm } from './tag-form.tsx';
import { TagMerge } from './tag-merge.tsx';
import { TagRows } from './tag-rows.tsx';
import { useTagsText } from './tags-texts.ts';
import { useListsText } from './texts.ts';

export const Tags = createLazyRoute('/lists/tags')({ component: TagsScreen });

const route = getRouteApi('/lists/tags');
const DEBOUNCE_MS = 250;

function TagsScreen() {
  const t = useTagsText();
  const tLists = useListsText();
  const mayWrite = useMayWrite();
  const { search, ...page } = route.useSearch();
  const navigate = route.useNavigate();
  const asked = { search: search ?? null, ...pageOf(page) };
  const read = useRead(TagTableDocument, asked);
  useOnChange(['TAG'], read.refetch);
  const [edited, setEdited] = useState<TagInTableFragment | 'new'>();
  const [merged, setMerged] = useState<TagInTableFragment>();
  const [toDelete, setToDelete] = useState<TagInTableFragment & { isUsed: boolean }>();
  const [remove] = useMutation(DeleteTagDocument);
  const type = useDebouncedCallback(
    (typed: string) => void navigate({ search: { search: typed || undefined }, replace: true }),
    DEBOUNCE_MS,
  );
  return (
    <>
      <ListsNav />
      <ScreenTitle action={mayWrite && <Button onClick={() => setEdited('new')}>{t('create')}</Button>}>
        {tLists('tags')}
      </ScreenTitle>
      <TextInput
        label={t('search')}
        type="search"
        maw="20rem"
        mb="md"
        defaultValue={search ?? ''}
        onChange={({ currentTarget: { value } }) => type(value)}
      />
      <Loaded of={read}>
        {({ tags: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <EmptyState
              title={search ? t('noMatches') : t('noTags')}
              action={mayWrite && !search && <Button onClick={() => setEdited('new')}>{t('createFirst')}</Button>}
            >
              {t('noTagsHint')}
            </EmptyState>
          ) : (
            <>
              <TagRows
                tags={nodes}
                asked={asked}
                onRename={setEdited}
                onMerge={setMerged}
                onDelete={(tag, count) => setToDelete({ ...tag, isUsed: count !== 0 })}
              />
              <Pages info={pageInfo} onPageChange={(page) => void navigate({ search: { search, ...page } })} />
            </>
          )
        }
      </Loaded>
      <Dialog
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === 'new' ? t('create') : t('rename')}
      >
        {edited && (
          <TagForm
            {...(edited !== 'new' && { tag: edited })}
            onDone={() => {
              setEdited(undefined);
              read.refetch();
            }}
          />
        )}
      </Dialog>
      <Dialog opened={merged !== undefined} onClose={() => setMerged(undefined)} title={t('mergeTitle')}>
        {merged && (
          <TagMerge
            tag={merged}
            onDone={() => {
              setMerged(undefined);
              read.refetch();
            }}
          />
        )}
      </Dialog>
      <ConfirmByName
        name={toDelete?.name}
        isTyped={toDelete?.isUsed ?? true}
        title={t('delete')}
        warning={t('deleteHint')}
        action={tLists('delete')}
        onClose={() => setToDelete(undefined)}
        onConfirm={async () => {
          const removed = await remove({ id: toDelete?.id ?? '' });
          if (!removed.error) read.refetch();
          return removed;
        }}
      />
    </>
  );
}
