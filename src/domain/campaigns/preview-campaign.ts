import type { Links } from '../../crypto/links.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Scope } from '../../scope.ts';
import { idRule } from '../../validation/id.ts';
import { whole } from '../../validation/number.ts';
import { record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import type { RenderedMail } from '../sending/rendered-mail.ts';
import { readCampaign } from './campaigns.ts';
import { renderFor } from './render-for.ts';
import { examineFeed } from './series/check-feed.ts';
import { readChosen, readFirst } from './shown-person.ts';
import { contentOfCampaign } from './source-of-campaign.ts';

export const variantRule = () => whole(1, 32_767);

export const previewFilters = record({
  subscriberId: idRule('a subscriber of the list').nullish(),
  variant: variantRule().nullish(),
});

/**
 * Renders a campaign for a subscriber of its list, with links that lead nowhere. By default for the first recipient, or
 * else for an example person. Throws NotFoundError, ValidationError.
 */
export async function previewCampaign(
  scope: Scope,
  id: unknown,
  request: { subscriberId?: unknown; variant?: unknown },
  { links, outbound }: { links: Links; outbound: Outbound },
): Promise<RenderedMail> {
  // With the new entries of its feed, if any, or with an example.
  const { campaign } = await examineFeed(scope, outbound, await readCampaign(scope, id));
  const { subscriberId, variant } = parse(previewFilters, request);
  const person = subscriberId
    ? await readChosen(scope, campaign.listId, subscriberId, 'subscriberId')
    : await readFirst(scope, campaign);
  return renderFor(scope, campaign, await contentOfCampaign(scope, campaign, variant), person, links);
}
