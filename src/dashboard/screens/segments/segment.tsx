import { Stack } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { SegmentDocument, type SegmentQuery, UpdateSegmentDocument } from '../../../generated/dashboard/segments.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useOnChange } from '../../client/use-on-change.ts';
import { useRead } from '../../client/use-read.ts';
import { writeConditions } from '../../rules/draft.ts';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { NotFound } from '../../states/not-found.tsx';
import { Explain, type Outcomes } from './explain.tsx';
import { SegmentActions } from './segment-actions.tsx';
import { SegmentEditor } from './segment-editor.tsx';
import { SegmentUse } from './segment-use.tsx';
import { useSegmentsText } from './texts.ts';
import { useSegmentDraft } from './use-segment-draft.ts';

export const Segment = createLazyRoute('/segments/$id')({ component: SegmentScreen });

const route = getRouteApi('/segments/$id');

function SegmentScreen() {
  const t = useSegmentsText();
  const { id } = route.useParams();
  const read = useRead(SegmentDocument, { id });
  useOnChange(['SEGMENT'], read.refetch, id);
  return (
    <>
      <TextLink to="/segments" search={{ list: read.data?.segment?.listId }}>
        {t('title')}
      </TextLink>
      <Loaded of={read}>
        {({ segment }) => (segment ? <Shows key={segment.id} segment={segment} /> : <NotFound />)}
      </Loaded>
    </>
  );
}

/** A segment: its rules, its uses, and a check of single people. */
function Shows({ segment }: { segment: NonNullable<SegmentQuery['segment']> }) {
  const { id, name, list, conditions, updatedAt } = segment;
  const [update] = useMutation(UpdateSegmentDocument);
  const [outcomes, setOutcomes] = useState<Outcomes>();
  const draft = useSegmentDraft({ name, conditions });
  return (
    <>
      <ScreenTitle action={<SegmentActions segment={segment} />}>{name}</ScreenTitle>
      <Stack gap="xl">
        <SegmentEditor
          list={list.id}
          listName={list.name}
          draft={draft}
          segmentId={id}
          outcomes={outcomes}
          onSave={(input) => update({ input: { id, ...input } })}
        />
        <Explain
          id={id}
          list={list.id}
          keys={writeConditions(draft.saved).keys}
          savedAt={updatedAt}
          isChanged={draft.isChanged}
          onExplained={setOutcomes}
        />
        <SegmentUse id={id} list={list.id} />
      </Stack>
    </>
  );
}
