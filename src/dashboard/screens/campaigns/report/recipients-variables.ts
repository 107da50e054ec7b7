import { pageOf } from '../../../tables/pages.tsx';
import type { REACTIONS, RecipientSearch } from '../search.ts';

const REACTED = {
  opened: { opened: true },
  notOpened: { opened: false },
  clicked: { clicked: true },
  notClicked: { clicked: false },
  unsubscribed: { unsubscribed: true },
  complained: { complained: true },
} as const satisfies Record<(typeof REACTIONS)[number], object>;

/** The requested recipients of a campaign, from the address. */
export const chosenRecipients = (id: string, { state, reaction, bounced, link, variant }: RecipientSearch) => ({
  id,
  states: state ?? null,
  bounceKind: bounced ?? null,
  link: link ?? null,
  variant: variant ? Number(variant) : null,
  ...(reaction && REACTED[reaction]),
});

/** The requested recipients, with the page's cursor. */
export const recipientsVariables = (id: string, search: RecipientSearch) => ({
  ...chosenRecipients(id, search),
  ...pageOf(search),
});
