import type { CampaignCount } from './count-for-campaigns.ts';
import { HOURS } from './figures.ts';

/** The first occurrence of something about a campaign's message. */
export interface Fact {
  message: string;
  what: string;
  link: string;
  at: Date;
  byClick: boolean;
}

/** The properties of a campaign's message by which its facts are counted. */
export interface CountedMessage {
  campaign: string;
  variant: number;
  /** When sending the campaign began. */
  startedAt: Date | null;
}

export type Figure = Pick<CampaignCount, 'campaign' | 'what' | 'variant'> & { detail?: string };

const HOUR_MS = 3_600_000;

/** The figures of a report that count a fact once. `domain`: of the person's address. */
export function figuresOfFact(
  { what, link, at, byClick }: Fact,
  { campaign, variant, startedAt }: CountedMessage,
  domain: string,
): Figure[] {
  if (what === 'clicked_link') return [{ campaign, what: 'link_unique', detail: link, variant: 0 }];
  const isReaction = what === 'opened' || what === 'clicked';
  const hour = startedAt ? Math.floor((at.getTime() - startedAt.getTime()) / HOUR_MS) : -1;
  const isEarly = isReaction && hour >= 0 && hour < HOURS;
  return [
    { campaign, what, variant },
    ...(byClick ? [{ campaign, what: 'opens', variant }] : []),
    ...(isEarly ? [{ campaign, what: `${what}_at_hour`, detail: String(hour), variant: 0 }] : []),
    ...(isReaction || what === 'bounced' ? [{ campaign, what: `${what}_at_domain`, detail: domain, variant: 0 }] : []),
  ];
}
