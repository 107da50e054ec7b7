import { NativeSelect } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import {
  CreateSegmentDocument,
  SegmentListsDocument,
  type SegmentListsQuery,
} from '../../../generated/dashboard/segments.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { useListChoices } from '../../editing/list-choices.ts';
import { newRule, readDraft } from '../../rules/draft.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { FirstList } from '../../shell/first-list.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { NotFound } from '../../states/not-found.tsx';
import { useStateText } from '../../states/texts.ts';
import { SegmentEditor } from './segment-editor.tsx';
import { useSegmentsText } from './texts.ts';
import { useSegmentDraft } from './use-segment-draft.ts';

export const NewSegment = createLazyRoute('/segments/new')({ component: NewSegmentScreen });

const route = getRouteApi('/segments/new');

function NewSegmentScreen() {
  const t = useSegmentsText();
  const states = useStateText();
  const { list, rules } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMayWrite();
  const read = useRead(SegmentListsDocument, {});
  const [create] = useMutation(CreateSegmentDocument);
  const draft = useSegmentDraft(undefined, () =>
    rules ? readDraft({ operator: 'and', rules }) : { key: 'all', operator: 'and', rules: [newRule()] },
  );
  return (
    <>
      <TextLink to="/segments" search={{ list }}>
        {t('title')}
      </TextLink>
      <ScreenTitle>{t('new')}</ScreenTitle>
      <Loaded of={read}>
        {({ lists: { nodes } }) => {
          if (!mayWrite) return <EmptyState title={states('forbidden')}>{states('forbiddenHint')}</EmptyState>;
          const of = list ? nodes.find(({ id }) => id === list) : nodes.length === 1 ? nodes[0] : undefined;
          if (!of && !list) return <ChooseList lists={nodes} />;
          if (!of) return <NotFound />;
          const save = async (input: { name: string; conditions: Record<string, unknown> }) => {
            const changed = await create({ input: { listId: of.id, ...input } });
            const made = changed.data?.createSegment.segment;
            if (made)
              void navigate({ to: '/segments/$id', params: { id: made.id }, replace: true, ignoreBlocker: true });
            return changed;
          };
          return <SegmentEditor list={of.id} listName={of.name} draft={draft} onSave={save} />;
        }}
      </Loaded>
    </>
  );
}

/** Asks for the list of the new segment. */
function ChooseList({ lists }: { lists: SegmentListsQuery['lists']['nodes'] }) {
  const t = useSegmentsText();
  const navigate = route.useNavigate();
  const choices = useListChoices(lists, { asks: true });
  if (lists.length === 0)
    return (
      <EmptyState title={t('noLists')} action={<FirstList />}>
        {t('noListsHint')}
      </EmptyState>
    );
  return (
    <NativeSelect
      label={t('list')}
      description={t('chooseListHint')}
      maw={320}
      value=""
      data={choices}
      onChange={({ currentTarget: { value } }) =>
        void navigate({ search: (now) => ({ ...now, list: value }), replace: true })
      }
    />
  );
}
