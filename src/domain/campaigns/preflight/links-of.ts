import { parseUrl } from '../../../network/parse-url.ts';
import { decodeAttribute } from '../../content/attribute-value.ts';
import type { CampaignContent } from '../campaign-content.ts';

const LINKS = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

/** The web addresses that a campaign links to in any language and variant, each once. Leaves out those with variables in them. */
export const linksOf = (contents: readonly CampaignContent[]): string[] => [
  ...new Set(
    contents
      .flatMap((content) => Object.values(content).map(({ html }) => html))
      .flatMap((html) =>
        [...html.matchAll(LINKS)].map(([, double, single]) => decodeAttribute(double ?? single ?? '').trim()),
      )
      .filter((link) => /^https?:\/\//i.test(link) && !/\{[{%]/.test(link)),
  ),
];

/** Hosts of documentation, as in ready-made templates (RFC 2606). */
const SAMPLE = /(?:^|\.)example(?:\.(?:com|net|org))?$/;
/** Names that nobody can register. */
const RESERVED = /(?:^|\.)(?:test|invalid|localhost)$/;

const hostOf = (link: string): string => parseUrl(link)?.hostname ?? '';

/** Whether a link leads to a host of documentation. */
export const isSample = (link: string): boolean => SAMPLE.test(hostOf(link));

/** Whether a link has a host that nobody can register. */
export const isReserved = (link: string): boolean => isSample(link) || RESERVED.test(hostOf(link));
