import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Campaign } from '../campaigns.ts';
import type { Feed } from '../feed/feed.ts';

/** The parts of a feed that templates see. */
export const shown = ({ title, link, items }: Feed): Feed => ({ title, link, items });

/** A recurring campaign as its next occurrence will be: with these entries of its feed. */
export const withEntries = (campaign: Campaign, feed: Feed): Campaign => ({
  ...campaign,
  feed: shown(feed) as unknown as Prisma.JsonObject,
});
