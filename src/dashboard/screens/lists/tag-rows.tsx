import { Table, VisuallyHidden } from '@mantine/core';
import {
  TagCountsDocument,
  type TagCountsQueryVariables,
  type TagInTableFragment,
} from '../../../generated/dashboard/lists.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { RowMenu } from './row-menu.tsx';
import { useTagsText } from './tags-texts.ts';
import { useListsText } from './texts.ts';

interface Props {
  tags: TagInTableFragment[];
  /** The query of the rows, which the counts repeat. */
  asked: TagCountsQueryVariables;
  onRename(tag: TagInTableFragment): void;
  onMerge(tag: TagInTableFragment): void;
  /** `count`: how many people have it, if that is known. */
  onDelete(tag: TagInTableFragment, count: number | undefined): void;
}

/** A page of tags, with how many people have each, as soon as that is counted. */
export function TagRows({ tags, asked, onRename, onMerge, onDelete }: Props) {
  const t = useTagsText();
  const tLists = useListsText();
  const mayWrite = useMayWrite();
  const { counted, day } = useFormat();
  const { data } = useRead(TagCountsDocument, asked);
  const counts = new Map(data?.tags.nodes.map(({ id, subscribersCount }) => [id, subscribersCount]));
  return (
    <Table highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('name')}</Table.Th>
          <Table.Th ta="end">{t('people')}</Table.Th>
          <Table.Th visibleFrom="sm">{tLists('created')}</Table.Th>
          {mayWrite && (
            <Table.Th w={48}>
              <VisuallyHidden>{t('rename')}</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tags.map((tag) => {
          return (
            <Table.Tr key={tag.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{tag.name}</Table.Td>
              <Table.Td ta="end">{counted(counts.get(tag.id))}</Table.Td>
              <Table.Td visibleFrom="sm">{day(tag.createdAt)}</Table.Td>
              {mayWrite && (
                <Table.Td>
                  <RowMenu
                    of={tag.name}
                    actions={[
                      { label: t('rename'), onClick: () => onRename(tag) },
                      { label: t('merge'), onClick: () => onMerge(tag) },
                      { label: tLists('delete'), onClick: () => onDelete(tag, counts.get(tag.id)), color: 'red' },
                    ]}
                  />
                </Table.Td>
              )}
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
