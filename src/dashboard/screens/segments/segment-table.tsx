import { type SegmentRowFragment, SegmentsDocument } from '../../../generated/dashboard/segments.ts';
import { useOnChange } from '../../client/use-on-change.ts';
import { useRead } from '../../client/use-read.ts';
import { readDraft, writeConditions } from '../../rules/draft.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { ButtonLink, TextLink } from '../../shell/links.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { type PageSearch, Pages, pageOf } from '../../tables/pages.tsx';
import { type Column, Rows } from '../../tables/rows.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useSegmentsText } from './texts.ts';

interface Props {
  /** The id of a list, or undefined for the segments of all lists. */
  list: string | undefined;
  /** The names of the lists. */
  lists: readonly { value: string; label: string }[];
  page: PageSearch;
  onPageChange: (page: PageSearch) => void;
}

/** The segments of a list, or of all lists. How many people each has is counted when it is opened: to count all here would take long. */
export function SegmentTable({ list, lists, page: { after, before }, onPageChange }: Props) {
  const t = useSegmentsText();
  const mayWrite = useMayWrite();
  const { day, number } = useFormat();
  const read = useRead(SegmentsDocument, { list: list ?? null, ...pageOf({ after, before }) });
  useOnChange(['SEGMENT'], read.refetch);
  const nameOf = (id: string) => lists.find(({ value }) => value === id)?.label;
  const columns: Column<SegmentRowFragment>[] = [
    {
      title: t('name'),
      cell: ({ id, name }) => (
        <TextLink to="/segments/$id" params={{ id }}>
          {name}
        </TextLink>
      ),
    },
    ...(list || lists.length < 2
      ? []
      : [{ title: t('list'), cell: ({ listId }: SegmentRowFragment) => nameOf(listId) }]),
    {
      title: t('rules'),
      right: true,
      cell: ({ conditions }) => number(writeConditions(readDraft(conditions)).count),
    },
    { title: t('changed'), from: 'sm', right: true, cell: ({ updatedAt }) => day(updatedAt) },
  ];
  return (
    <Loaded of={read} lines={6}>
      {({ segments }) => {
        const { nodes = [], pageInfo } = segments ?? {};
        if (nodes.length === 0)
          return (
            <EmptyState
              title={t('noSegments')}
              action={
                mayWrite && (
                  <ButtonLink to="/segments/new" search={{ list }}>
                    {t('createFirst')}
                  </ButtonLink>
                )
              }
            >
              {t('noSegmentsHint')}
            </EmptyState>
          );
        return (
          <>
            <Rows label={t('title')} rows={nodes} columns={columns} idOf={({ id }) => id} />
            {pageInfo && <Pages info={pageInfo} onPageChange={onPageChange} />}
          </>
        );
      }}
    </Loaded>
  );
}
