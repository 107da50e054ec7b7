import type { SocialNetwork, TeamBrandQuery } from '../../../../generated/dashboard/templates.ts';
import type { Value } from './document.ts';
import { NETWORKS } from './fields.ts';

type Links = TeamBrandQuery['team']['brand']['socialLinks'];

const NAMED = NETWORKS.map((name) => [name, name.toUpperCase() as SocialNetwork] as const);

/** The brand's links in block form: networks in lower case. */
export const writtenLinks = (links: Links): Value[] =>
  links.map(({ network, url }) => ({ network: NAMED.find(([, one]) => one === network)?.[0] ?? 'website', url }));

/** The brand's links from their block form. */
export function readLinks(value: Value | undefined): Links {
  if (!Array.isArray(value)) return [];
  return value.flatMap((link) => {
    if (typeof link !== 'object' || link === null || Array.isArray(link)) return [];
    const [, network] = NAMED.find(([name]) => name === link.network) ?? [];
    return network ? [{ network, url: String(link.url ?? '') }] : [];
  });
}
