import { lazy } from 'react';
import { GrowthOfListsDocument, type GrowthOfListsQuery } from '../../../generated/dashboard/today.ts';
import { useEveryMinute } from '../../client/use-every-minute.ts';
import { useRead } from '../../client/use-read.ts';
import { FilledPanel } from './filled-panel.tsx';
import type { ListChange } from './growth-rows.tsx';
import { useTodayText } from './texts.ts';

/** Loaded with the first people: a new team has none. */
const GrowthRows = lazy(async () => ({ default: (await import('./growth-rows.tsx')).GrowthRows }));

/** How many people came to each list in the last 30 days, and how many went. */
export function Growth() {
  const t = useTodayText();
  const read = useRead(GrowthOfListsDocument, {});
  useEveryMinute(read.refetch);
  return (
    <FilledPanel title={t('growth')} of={read} isEmpty={({ lists }) => lists.nodes.map(changeOf).every(isStill)}>
      {({ lists: { nodes, pageInfo } }) => <GrowthRows changes={nodes.map(changeOf)} hasMore={pageInfo.hasNextPage} />}
    </FilledPanel>
  );
}

function changeOf({ id, name, growth }: GrowthOfListsQuery['lists']['nodes'][number]): ListChange {
  const sum = (figure: 'subscribed' | 'unsubscribed') => growth.reduce((total, part) => total + part[figure], 0);
  return { id, name, joined: sum('subscribed'), left: sum('unsubscribed') };
}

const isStill = ({ joined, left }: ListChange): boolean => joined === 0 && left === 0;
