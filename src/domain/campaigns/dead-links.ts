import type { Issue } from '../../errors.ts';
import { deadAddressesIn, leadsNowhere } from '../content/dead-addresses.ts';
import type { CampaignContent } from './campaign-content.ts';

const MAX_SHOWN = 3;

/** Returns an issue if recipients cannot reach the server's own links (`publicUrl`). */
export const ownLinkIssues = (publicUrl: string): Issue[] =>
  leadsNowhere(publicUrl)
    ? [
        {
          path: ['links'],
          problem: `Recipients cannot open links in the message that begin with ${publicUrl}. Set PUBLIC_URL to the server's public address.`,
        },
      ]
    : [];

/** Returns an issue if the content has links or pictures without a public host. */
export function contentLinkIssues(content: CampaignContent): Issue[] {
  const dead = deadLinksOf(content);
  if (dead.length === 0) return [];
  return [
    {
      path: ['template'],
      problem: `Recipients cannot open these addresses in the template: ${shown(dead)}. Use a public host.`,
    },
  ];
}

/** Dead links that are the same in every message, in all languages. */
export const deadLinksOf = (content: CampaignContent): string[] => [
  ...new Set(Object.values(content).flatMap(({ html }) => deadAddressesIn(html))),
];

/** The first addresses, and the number of others. */
export function shown(addresses: readonly string[]): string {
  const first = addresses
    .slice(0, MAX_SHOWN)
    .map((address) => (address === '' ? 'an empty address' : JSON.stringify(address.slice(0, 100))));
  const more = addresses.length > first.length ? ` and ${addresses.length - first.length} more` : '';
  return `${first.join(', ')}${more}`;
}
