import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { CreateSegmentDocument, SegmentListsDocument } from '../../../generated/dashboard/segments.ts';
import { useChange } from '../../client/use-change.ts';
import { useRead } from '../../client/use-read.ts';
import { newRule, readDraft } from '../../rules/draft.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { NotFound } from '../../states/not-found.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { useStateText } from '../../states/texts.ts';
import { SegmentEditor } from './segment-editor.tsx';
import { useSegmentsText } from './texts.ts';
import { useSegmentDraft } from './use-segment-draft.ts';

export const NewSegment = createLazyRoute('/segments/new')({ component: NewSegmentScreen });

const route = getRouteApi('/segments/new');

function NewSegmentScreen() {
  const say = useSegmentsText();
  const states = useStateText();
  const { list, rules } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMayWrite();
  const read = useRead(SegmentListsDocument, {});
  const [create] = useChange(CreateSegmentDocument);
  const draft = useSegmentDraft(undefined, () =>
    rules ? readDraft({ operator: 'and', rules }) : { key: 'all', operator: 'and', rules: [newRule()] },
  );
  return (
    <>
      <TextLink to="/segments" search={{ list }}>
        {say('title')}
      </TextLink>
      <ScreenTitle>{say('new')}</ScreenTitle>
      <Shown of={read}>
        {({ lists: { nodes } }) => {
          if (!mayWrite) return <Nothing title={states('forbidden')}>{states('forbiddenMore')}</Nothing>;
          const of = list ? nodes.find(({ id }) => id === list) : nodes[0];
          if (!of) return <NotFound />;
          const save = async (input: { name: string; conditions: Record<string, unknown> }) => {
            const changed = await create({ list: of.id, input });
            const made = changed.data?.createSegment;
            if (made)
              void navigate({ to: '/segments/$id', params: { id: made.id }, replace: true, ignoreBlocker: true });
            return changed;
          };
          return <SegmentEditor list={of.id} listName={of.name} draft={draft} onSave={save} />;
        }}
      </Shown>
    </>
  );
}
