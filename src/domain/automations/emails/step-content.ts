import { TtlCache } from '../../../async/ttl-cache.ts';
import type { Template } from '../../../generated/prisma/client.ts';
import { type CampaignContent, freezeContent } from '../../campaigns/campaign-content.ts';
import type { StepOf } from '../definition/definition.ts';

const CACHE = { milliseconds: 15_000, max: 100 };

/** Making the content takes longer than all the rest, and an automation may write to many lists. */
const contents = new TtlCache<CampaignContent>(CACHE);

/** A version key of an automation e-mail's content: template, its last change, and language. */
export const stateOf = ({ id, updatedAt }: Template, locale: string): string =>
  `${id} ${updatedAt.getTime()} ${locale}`;

/** The content of an automation e-mail, from the current template. */
export function stepContent(
  { subject, strict }: StepOf<'send'>,
  template: Template,
  locale: string,
): Promise<CampaignContent> {
  const words = { subject: subject ?? null, preheader: null, ...(strict !== undefined && { strict }) };
  const key = [template.teamId, stateOf(template, locale), String(strict), subject ?? ''].join(' ');
  return contents.get(key, () => freezeContent(template, words, locale));
}
