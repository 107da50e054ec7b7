import { type Measured, measure } from './measure.ts';
import { LIST } from './rows.ts';

type Rest = (method: string, path: string, sent?: object) => Promise<{ data: { id: string } } & Page>;
type Page = { meta: { total: number } };

const PAGE_AIM = 2_500;
const SEARCH_AIM = 500;

/** The segments of the pages: a small share of the list, and most of it. */
const SEGMENTS = {
  'a rare tag': [{ type: 'tags', operator: 'has_any', value: ['beta'] }],
  'active in 365 days': [{ type: 'engagement', operator: 'active_within_days', value: 365 }],
};

const EVERYTHING = `query ($id: ID!) { segment(id: $id) { subscribers(first: 100) { totalCount nodes {
  email firstName lastName locale timezone status tags attributes
  list { name } segments { name } } } } }`;

/** Pages of 100 with all their relations, and searching. The aims are ours, without a comparison. */
export async function measurePages(
  rest: Rest,
  graphql: (query: string, variables: object) => Promise<{ segment: { subscribers: { totalCount: number } } }>,
  isChosen: (name: string) => boolean,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  const take = async (name: string, aim: number, ours: () => Promise<number>) => {
    if (isChosen(name)) measured.push(await measure(name, aim, ours));
  };
  for (const [name, rules] of Object.entries(SEGMENTS)) {
    const conditions = { operator: 'and', rules };
    const { id } = (await rest('POST', `/lists/${LIST}/segments`, { name, conditions })).data;
    await take(`page of 100, REST: ${name}`, PAGE_AIM, async () => {
      return (await rest('GET', `/segments/${id}/subscribers?per_page=100`)).meta.total;
    });
    await take(`page of 100, GraphQL with relations: ${name}`, PAGE_AIM, async () => {
      return (await graphql(EVERYTHING, { id })).segment.subscribers.totalCount;
    });
    await rest('DELETE', `/segments/${id}`);
  }
  for (const words of ['reader-424242', 'reader-4242 mail', 'carla novak', 'nobody-here']) {
    await take(`search "${words}"`, SEARCH_AIM, async () => {
      const path = `/lists/${LIST}/subscribers?search=${encodeURIComponent(words)}&per_page=100`;
      return (await rest('GET', path)).meta.total;
    });
  }
  return measured;
}
