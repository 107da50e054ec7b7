import { TtlCache } from '../../../async/ttl-cache.ts';
import type { Template } from '../../../generated/prisma/client.ts';
import { type CampaignContent, freezeContent } from '../../campaigns/campaign-content.ts';
import type { StepOf } from '../definition/definition.ts';

const CACHE = { milliseconds: 15_000, max: 100 };

/** It takes longer to make than all the rest, and an automation may write to many lists. */
const contents = new TtlCache<CampaignContent>(CACHE);

/** Says by which state of a template the e-mail of a step to a list in this language was made. A change of a template is a later moment. */
export const stateOf = ({ id, updatedAt }: Template, locale: string): string =>
  `${id} ${updatedAt.getTime()} ${locale}`;

/** What an e-mail of a step says, of a template as it is now. */
export function stepContent(
  { subject, strict }: StepOf<'send'>,
  template: Template,
  locale: string,
): Promise<CampaignContent> {
  const words = { subject: subject ?? null, preheader: null, ...(strict !== undefined && { strict }) };
  const key = [template.teamId, stateOf(template, locale), String(strict), subject ?? ''].join(' ');
  return contents.get(key, () => freezeContent(template, words, locale));
}
