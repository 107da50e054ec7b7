import { Text } from '@mantine/core';
import { DaysIn } from '../../session/days-in.tsx';
import { TextLink } from '../../shell/links.tsx';
import { Rows } from '../../tables/rows.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useTodayText } from './texts.ts';

/** The number of lists shown, most active first. */
const MAX_ROWS = 6;

/** The change of one list. */
export interface ListChange {
  id: string;
  name: string;
  joined: number;
  left: number;
}

/** The changes of lists, most active first. `hasMore`: there are lists beyond those. */
export function GrowthRows({ changes, hasMore }: { changes: readonly ListChange[]; hasMore: boolean }) {
  const t = useTodayText();
  const { number } = useFormat();
  const signed = (count: number) => (count > 0 ? `+${number(count)}` : number(count));
  const sorted = [...changes].sort((one, other) => other.joined + other.left - one.joined - one.left);
  return (
    <>
      <Rows
        label={t('growth')}
        rows={sorted.slice(0, MAX_ROWS)}
        idOf={({ id }) => id}
        unbroken
        columns={[
          {
            title: t('list'),
            cell: ({ id, name }) => (
              <TextLink to="/lists/$id" params={{ id }} size="sm">
                {name}
              </TextLink>
            ),
          },
          { title: t('joined'), right: true, cell: ({ joined }) => number(joined) },
          { title: t('left'), right: true, cell: ({ left }) => number(left) },
          { title: t('net'), right: true, from: 'sm', cell: ({ joined, left }) => signed(joined - left) },
        ]}
      />
      {(changes.length > MAX_ROWS || hasMore) && (
        <Text mt="md" size="sm">
          <TextLink to="/lists">{t('viewLists')}</TextLink>
        </Text>
      )}
      <DaysIn />
    </>
  );
}
