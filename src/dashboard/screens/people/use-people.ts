import { useThrottledCallback } from '@mantine/hooks';
import {
  EverybodyCountDocument,
  EverybodyDocument,
  type EverybodyQuery,
  PeopleCountDocument,
  PeopleDocument,
  type RowFragment,
} from '../../../generated/dashboard/people.ts';
import { type Read, useRead } from '../../client/use-read.ts';
import { useViewer } from '../../session/viewer.tsx';
import { pageOf } from '../../tables/pages.tsx';
import { ALL, filterOf, type PeopleSearch } from './search.ts';

/** The page is read again at most this often, however many changes arrive. */
const RELOAD_MS = 1_000;

const ORDERS = {
  '-created': { field: 'CREATED_AT', direction: 'DESC' },
  created: { field: 'CREATED_AT', direction: 'ASC' },
  email: { field: 'EMAIL', direction: 'ASC' },
  '-email': { field: 'EMAIL', direction: 'DESC' },
} as const;

/** A row of the table: a person with one subscription, or with all of them. */
export interface PersonRow {
  id: string;
  email: string;
  since: string | null;
  subscriptions: RowFragment[];
}

interface PeoplePage {
  rows: PersonRow[];
  pageInfo: EverybodyQuery['people']['pageInfo'] | undefined;
}

/** A page of the people of a list, or of everybody, and how many there are. */
export function usePeople(search: PeopleSearch & { list: string }): Read<PeoplePage> & { total: number | undefined } {
  const { timezone } = useViewer().team;
  const isAll = search.list === ALL;
  const words = { search: search.search ?? null };
  const shared = filterOf(search, timezone);
  const page = { orderBy: ORDERS[search.sort ?? '-created'], ...pageOf(search) };
  const ofList = { ...words, list: search.list, filter: { ...shared, segmentId: search.segment ?? null } };
  const ofAll = { ...words, filter: shared };
  const list = useRead(PeopleDocument, { ...ofList, ...page }, { pause: isAll });
  const listCount = useRead(PeopleCountDocument, ofList, { pause: isAll });
  const all = useRead(EverybodyDocument, { ...ofAll, ...page }, { pause: !isAll });
  const allCount = useRead(EverybodyCountDocument, ofAll, { pause: !isAll });
  const refetch = useThrottledCallback(() => {
    for (const read of isAll ? [all, allCount] : [list, listCount]) read.refetch();
  }, RELOAD_MS);
  if (isAll) {
    const { data, error, isLoading } = all;
    const rows = (data?.people.nodes ?? []).map(({ id, email, knownSince, subscriptions }) => ({
      id,
      email,
      since: knownSince ?? null,
      subscriptions: subscriptions.nodes.filter(({ deleted }) => !deleted),
    }));
    const total = allCount.data?.people.totalCount;
    return { data: data && { rows, pageInfo: data.people.pageInfo }, error, isLoading, refetch, total };
  }
  const { data, error, isLoading } = list;
  const rows = (data?.subscribers?.nodes ?? [])
    .filter(({ deleted }) => !deleted)
    .map((row) => ({ id: row.id, email: row.email, since: row.createdAt, subscriptions: [row] }));
  const total = listCount.data?.subscribers?.totalCount;
  return { data: data && { rows, pageInfo: data.subscribers?.pageInfo }, error, isLoading, refetch, total };
}
