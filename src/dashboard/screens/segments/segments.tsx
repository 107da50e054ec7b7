import { NativeSelect, Stack } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { SegmentListsDocument } from '../../../generated/dashboard/segments.ts';
import { useChanged } from '../../client/use-changed.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { SegmentTable } from './segment-table.tsx';
import { useSegmentsText } from './texts.ts';

export const Segments = createLazyRoute('/segments')({ component: SegmentsScreen });

const route = getRouteApi('/segments');

function SegmentsScreen() {
  const say = useSegmentsText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMayWrite();
  const read = useRead(SegmentListsDocument, {});
  useChanged(['LIST'], read.again);
  const list = search.list ?? read.data?.lists.nodes[0]?.id;
  return (
    <>
      <ScreenTitle
        action={
          mayWrite &&
          list && (
            <ButtonLink to="/segments/new" search={{ list }}>
              {say('create')}
            </ButtonLink>
          )
        }
      >
        {say('title')}
      </ScreenTitle>
      <Shown of={read}>
        {({ lists: { nodes } }) =>
          list ? (
            <Stack>
              <NativeSelect
                label={say('list')}
                maw={320}
                value={list}
                data={nodes.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(event) => void navigate({ search: { list: event.currentTarget.value } })}
              />
              <SegmentTable list={list} page={search} onTurn={(page) => void navigate({ search: { list, ...page } })} />
            </Stack>
          ) : (
            <Nothing title={say('noLists')} action={<ButtonLink to="/lists">{say('toLists')}</ButtonLink>}>
              {say('noListsMore')}
            </Nothing>
          )
        }
      </Shown>
    </>
  );
}
