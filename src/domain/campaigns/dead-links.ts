import type { Issue } from '../../errors.ts';
import { isPrivateHost } from '../../network/private-address.ts';
import type { CampaignContent } from './campaign-content.ts';

const ADDRESSES = /\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const MAX_SHOWN = 3;

/** Returns an issue when nobody outside can open the links that the server makes (`publicUrl`). */
export const ownLinkIssues = (publicUrl: string): Issue[] =>
  leadsNowhere(publicUrl)
    ? [
        {
          path: ['links'],
          problem: `Recipients cannot open the links in the message, which begin with ${publicUrl}. Set PUBLIC_URL to the public address of the server.`,
        },
      ]
    : [];

/** Returns an issue when the content has links or pictures without a host, or with one that is not on the internet. */
export function contentLinkIssues(content: CampaignContent): Issue[] {
  const found = Object.values(content).flatMap(({ html }) => addressesIn(html).filter(leadsNowhere));
  const dead = [...new Set(found)];
  if (dead.length === 0) return [];
  const shown = dead.slice(0, MAX_SHOWN).map((address) => JSON.stringify(address.slice(0, 100)));
  const more = dead.length > shown.length ? ` and ${dead.length - shown.length} more` : '';
  return [
    {
      path: ['template'],
      problem: `Recipients cannot open these addresses in the template: ${shown.join(', ')}${more}. They need a public host.`,
    },
  ];
}

const addressesIn = (html: string): string[] =>
  [...html.matchAll(ADDRESSES)].map(([, double, single, bare]) => (double ?? single ?? bare ?? '').trim());

/** Whether a web address leads to no public host. Not told of what Liquid makes, and of `mailto:`, `tel:`, `#top`, …. */
function leadsNowhere(address: string): boolean {
  if (address === '' || address.startsWith('#') || address.startsWith('{')) return false;
  const [, scheme, host = ''] = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/([^/?#]*))?/i.exec(address) ?? [];
  if (scheme && !/^https?$/i.test(scheme)) return false;
  if (host.includes('{')) return false;
  const url = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined;
  return !url || isPrivateHost(url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, ''));
}
