const OWN_SPELLING: Record<string, string> = {
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  github: 'GitHub',
  whatsapp: 'WhatsApp',
  x: 'X',
  email: 'E-mail',
};

/** The name of a network (of SOCIAL_NETWORKS) in its own spelling. */
export const networkName = (network: string): string =>
  OWN_SPELLING[network] ?? network.charAt(0).toUpperCase() + network.slice(1);
