import { Text } from '@mantine/core';
import { GrowthOfListsDocument, type GrowthOfListsQuery } from '../../../generated/dashboard/today.ts';
import { useEveryMinute } from '../../client/use-every-minute.ts';
import { useRead } from '../../client/use-read.ts';
import { DaysIn } from '../../session/days-in.tsx';
import { TextLink } from '../../shell/links.tsx';
import { Rows } from '../../tables/rows.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { FilledPanel } from './filled-panel.tsx';
import { useTodayText } from './texts.ts';

/** The number of lists shown, most active first. */
const MAX_ROWS = 6;

/** How many people came to each list in the last 30 days, and how many went. */
export function Growth() {
  const t = useTodayText();
  const { number } = useFormat();
  const signed = (count: number) => (count > 0 ? `+${number(count)}` : number(count));
  const read = useRead(GrowthOfListsDocument, {});
  useEveryMinute(read.refetch);
  return (
    <FilledPanel title={t('growth')} of={read} isEmpty={({ lists }) => lists.nodes.map(changeOf).every(isStill)}>
      {({ lists: { nodes, pageInfo } }) => {
        const changes = nodes.map(changeOf).sort((one, other) => other.joined + other.left - one.joined - one.left);
        return (
          <>
            <Rows
              label={t('growth')}
              rows={changes.slice(0, MAX_ROWS)}
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
            {(changes.length > MAX_ROWS || pageInfo.hasNextPage) && (
              <Text mt="md" size="sm">
                <TextLink to="/lists">{t('viewLists')}</TextLink>
              </Text>
            )}
            <DaysIn />
          </>
        );
      }}
    </FilledPanel>
  );
}

function changeOf({ id, name, growth }: GrowthOfListsQuery['lists']['nodes'][number]) {
  const sum = (figure: 'subscribed' | 'unsubscribed') => growth.reduce((total, part) => total + part[figure], 0);
  return { id, name, joined: sum('subscribed'), left: sum('unsubscribed') };
}

const isStill = ({ joined, left }: ReturnType<typeof changeOf>): boolean => joined === 0 && left === 0;
