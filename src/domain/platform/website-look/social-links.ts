import { parseUrl } from '../../../network/parse-url.ts';
import type { SocialNetwork } from '../../content/pictures.ts';

const HOSTS: Record<string, SocialNetwork> = {
  'instagram.com': 'instagram',
  'facebook.com': 'facebook',
  'x.com': 'x',
  'twitter.com': 'x',
  'linkedin.com': 'linkedin',
  'youtube.com': 'youtube',
  'tiktok.com': 'tiktok',
  'pinterest.com': 'pinterest',
  'bsky.app': 'bluesky',
  'threads.net': 'threads',
  'threads.com': 'threads',
  'wa.me': 'whatsapp',
  'github.com': 'github',
};

/** Buttons that share a page, which lead to nobody's profile. */
const SHARING = /\/(share|sharer|intent|dialog|plugins)\b|[?&](url|text|u)=/i;

/** The profiles that a page links to: the first of each network. */
export function profilesIn(links: readonly string[]): { network: SocialNetwork; url: string }[] {
  const found = new Map<SocialNetwork, string>();
  for (const link of links) {
    const url = parseUrl(link);
    const network = url && HOSTS[url.hostname.replace(/^(www|m|[a-z]{2}-[a-z]{2})\./, '')];
    if (network && url.pathname.length > 1 && !SHARING.test(link) && !found.has(network)) found.set(network, link);
  }
  return [...found].map(([network, url]) => ({ network, url }));
}
