import { type SegmentRowFragment, SegmentsDocument } from '../../../generated/dashboard/segments.ts';
import { useChanged } from '../../client/use-changed.ts';
import { useRead } from '../../client/use-read.ts';
import { readDraft, writeConditions } from '../../rules/draft.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink, TextLink } from '../../shell/links.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { type PageSearch, Pages, pageOf } from '../../tables/pages.tsx';
import { type Column, Rows } from '../../tables/rows.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useSegmentsText } from './texts.ts';

interface Props {
  list: string;
  page: PageSearch;
  onTurn: (page: PageSearch) => void;
}

/** The segments of a list. How many people each has is counted when it is opened: to count all here would take long. */
export function SegmentTable({ list, page: { after, before }, onTurn }: Props) {
  const say = useSegmentsText();
  const mayWrite = useMayWrite();
  const { day, number } = useFormat();
  const read = useRead(SegmentsDocument, { list, ...pageOf({ after, before }) });
  useChanged(['SEGMENT'], read.again);
  const columns: Column<SegmentRowFragment>[] = [
    {
      title: say('name'),
      cell: ({ id, name }) => (
        <TextLink to="/segments/$id" params={{ id }}>
          {name}
        </TextLink>
      ),
    },
    {
      title: say('rules'),
      right: true,
      cell: ({ conditions }) => number(writeConditions(readDraft(conditions)).count),
    },
    { title: say('changed'), from: 'sm', right: true, cell: ({ updatedAt }) => day(updatedAt) },
  ];
  return (
    <Shown of={read} lines={6}>
      {({ segments }) => {
        const { nodes = [], pageInfo } = segments ?? {};
        if (nodes.length === 0)
          return (
            <Nothing
              title={say('none')}
              action={
                mayWrite && (
                  <ButtonLink to="/segments/new" search={{ list }}>
                    {say('createFirst')}
                  </ButtonLink>
                )
              }
            >
              {say('noneMore')}
            </Nothing>
          );
        return (
          <>
            <Rows label={say('title')} rows={nodes} columns={columns} idOf={({ id }) => id} />
            {pageInfo && <Pages info={pageInfo} onTurn={onTurn} />}
          </>
        );
      }}
    </Shown>
  );
}
