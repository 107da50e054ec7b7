/** Networks whose signs the installation serves as pictures, at `/pictures/social/<network>.png`. */
export const SOCIAL_NETWORKS = [
  ...(['instagram', 'facebook', 'x', 'linkedin', 'youtube', 'tiktok', 'pinterest', 'mastodon', 'bluesky'] as const),
  ...(['threads', 'whatsapp', 'github', 'website', 'email'] as const),
] as const;
