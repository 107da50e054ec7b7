/** Networks with an icon at `/pictures/social/<network>.png`: 64×64 pixels, to be shown at 28 to 32. */
export const SOCIAL_NETWORKS = [
  ...(['instagram', 'facebook', 'x', 'linkedin', 'youtube', 'tiktok', 'pinterest', 'mastodon'] as const),
  ...(['bluesky', 'threads', 'whatsapp', 'github', 'website', 'email'] as const),
] as const;

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

/**
 * Placeholder pictures of ready-made templates, at `/pictures/<name>.png`: `hero-…` has 1200×600 pixels and is shown at
 * 600×300, `product-…` has 480×480. Messages in inboxes link to them, so never remove a name.
 */
export const PICTURES = [
  ...(['hero-shop', 'hero-basket', 'hero-mill', 'hero-table', 'hero-gift'] as const),
  ...(['hero-parcel', 'hero-letter', 'hero-stars', 'hero-friends', 'hero-video'] as const),
  ...(['product-rye', 'product-sourdough', 'product-croissant'] as const),
  ...(['product-baguette', 'product-jam', 'product-apron'] as const),
] as const;

export type Picture = (typeof PICTURES)[number];
