import { Text } from '@mantine/core';
import { GrowthOfListsDocument, type GrowthOfListsQuery } from '../../../generated/dashboard/today.ts';
import { useEveryMinute } from '../../client/use-every-minute.ts';
import { useRead } from '../../client/use-read.ts';
import { DaysIn } from '../../session/days-in.tsx';
import { TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { Rows } from '../../tables/rows.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { useTodayText } from './texts.ts';

/** So many lists are shown: those in which most happened. */
const MOST = 6;

/** How many people came to each list in the last 30 days, and how many went. */
export function Growth() {
  const say = useTodayText();
  const { number } = useFormat();
  const signed = (count: number) => (count > 0 ? `+${number(count)}` : number(count));
  const read = useRead(GrowthOfListsDocument, {});
  useEveryMinute(read.again);
  return (
    <Panel title={say('growth')}>
      <Shown of={read}>
        {({ lists: { nodes, pageInfo } }) => {
          const moved = nodes.map(movedOf).sort((one, other) => other.came + other.went - one.came - one.went);
          if (moved.length === 0) return <Nothing title={say('noList')}>{say('noListMore')}</Nothing>;
          return (
            <>
              <Rows
                label={say('growth')}
                rows={moved.slice(0, MOST)}
                idOf={({ id }) => id}
                unbroken
                columns={[
                  {
                    title: say('list'),
                    cell: ({ id, name }) => (
                      <TextLink to="/lists/$id" params={{ id }} size="sm">
                        {name}
                      </TextLink>
                    ),
                  },
                  { title: say('came'), right: true, cell: ({ came }) => number(came) },
                  { title: say('went'), right: true, cell: ({ went }) => number(went) },
                  { title: say('net'), right: true, from: 'sm', cell: ({ came, went }) => signed(came - went) },
                ]}
              />
              {(moved.length > MOST || pageInfo.hasNextPage) && (
                <Text mt="md" size="sm">
                  <TextLink to="/lists">{say('toLists')}</TextLink>
                </Text>
              )}
            </>
          );
        }}
      </Shown>
      <DaysIn />
    </Panel>
  );
}

function movedOf({ id, name, growth }: GrowthOfListsQuery['lists']['nodes'][number]) {
  const sum = (figure: 'subscribed' | 'unsubscribed') => growth.reduce((total, part) => total + part[figure], 0);
  return { id, name, came: sum('subscribed'), went: sum('unsubscribed') };
}
