import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { DeleteTagDocument, type TagInTableFragment, TagTableDocument } from '../../../generated/dashboard/lists.ts';
import { useChange } from '../../client/use-change.ts';
import { useChanged } from '../../client/use-changed.ts';
import { useRead } from '../../client/use-read.ts';
import { ConfirmByName } from '../../editing/confirm-by-name.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { Pages, pageOf } from '../../tables/pages.tsx';
import { ListsNav } from './nav.tsx';
import { TagForm } from './tag-form.tsx';
import { TagMerge } from './tag-merge.tsx';
import { TagRows } from './tag-rows.tsx';
import { useTagsText } from './tags-texts.ts';
import { useListsText } from './texts.ts';

export const Tags = createLazyRoute('/lists/tags')({ component: TagsScreen });

const route = getRouteApi('/lists/tags');
const TYPING_MS = 250;

function TagsScreen() {
  const say = useTagsText();
  const sayLists = useListsText();
  const mayWrite = useMayWrite();
  const { search, ...page } = route.useSearch();
  const navigate = route.useNavigate();
  const asked = { search: search ?? null, ...pageOf(page) };
  const read = useRead(TagTableDocument, asked);
  useChanged(['TAG'], read.again);
  const [edited, setEdited] = useState<TagInTableFragment | 'new'>();
  const [merged, setMerged] = useState<TagInTableFragment>();
  const [doomed, setDoomed] = useState<TagInTableFragment>();
  const [remove] = useChange(DeleteTagDocument);
  const type = useDebouncedCallback(
    (typed: string) => void navigate({ search: { search: typed || undefined }, replace: true }),
    TYPING_MS,
  );
  return (
    <>
      <ListsNav />
      <ScreenTitle action={mayWrite && <Button onClick={() => setEdited('new')}>{say('create')}</Button>}>
        {sayLists('tags')}
      </ScreenTitle>
      <TextInput
        label={say('search')}
        type="search"
        maw="20rem"
        mb="md"
        defaultValue={search ?? ''}
        onChange={({ currentTarget: { value } }) => type(value)}
      />
      <Shown of={read}>
        {({ tags: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Nothing
              title={search ? say('noneFits') : say('none')}
              action={mayWrite && !search && <Button onClick={() => setEdited('new')}>{say('createFirst')}</Button>}
            >
              {say('noneMore')}
            </Nothing>
          ) : (
            <>
              <TagRows tags={nodes} asked={asked} onRename={setEdited} onMerge={setMerged} onDelete={setDoomed} />
              <Pages info={pageInfo} onTurn={(page) => void navigate({ search: { search, ...page } })} />
            </>
          )
        }
      </Shown>
      <Dialog
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === 'new' ? say('create') : say('rename')}
      >
        {edited && (
          <TagForm
            {...(edited !== 'new' && { tag: edited })}
            onDone={() => {
              setEdited(undefined);
              read.again();
            }}
          />
        )}
      </Dialog>
      <Dialog opened={merged !== undefined} onClose={() => setMerged(undefined)} title={say('mergeTitle')}>
        {merged && (
          <TagMerge
            tag={merged}
            onDone={() => {
              setMerged(undefined);
              read.again();
            }}
          />
        )}
      </Dialog>
      <ConfirmByName
        name={doomed?.name}
        title={say('delete')}
        warning={say('deleteMore')}
        action={sayLists('remove')}
        onClose={() => setDoomed(undefined)}
        onConfirm={async () => {
          const removed = await remove({ id: doomed?.id ?? '' });
          if (!removed.error) read.again();
          return removed;
        }}
      />
    </>
  );
}
