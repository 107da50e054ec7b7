import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { CreateSegmentDocument, SegmentListsDocument } from '../../../generated/dashboard/segments.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { newRule, readDraft } from '../../rules/draft.ts';
import { useMayWrite } from '../../session/viewer.tsx';
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
          const of = list ? nodes.find(({ id }) => id === list) : nodes[0];
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
