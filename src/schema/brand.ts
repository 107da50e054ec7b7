import type { Brand as TeamBrand } from '../domain/content/brand/brand.ts';
import { SOCIAL_NETWORKS } from '../domain/content/pictures.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';

const SocialNetwork = wireEnum('SocialNetwork', 'A social network.', SOCIAL_NETWORKS);

export const SocialLink = builder.objectRef<TeamBrand['socialLinks'][number]>('SocialLink').implement({
  description: "A link to one of the team's social profiles.",
  fields: (t) => ({
    network: t.expose('network', { type: SocialNetwork }),
    url: t.expose('url', {
      type: 'URL',
      description: 'The address of the profile. For e-mail: mailto: and the address.',
    }),
  }),
});

export const Brand = builder.objectRef<TeamBrand>('Brand').implement({
  description: "The look of the team's e-mails, used by template blocks.",
  fields: (t) => ({
    logoUrl: t.field({ type: 'URL', nullable: true, resolve: ({ logoUrl }) => logoUrl ?? null }),
    logoWidth: t.exposeInt('logoWidth', { description: 'In pixels.' }),
    color: t.exposeString('color', { description: 'The colour of buttons and links.' }),
    backgroundColor: t.exposeString('backgroundColor', { description: 'The colour behind the content.' }),
    fontFamily: t.exposeString('fontFamily'),
    websiteUrl: t.field({ type: 'URL', nullable: true, resolve: ({ websiteUrl }) => websiteUrl ?? null }),
    socialLinks: t.expose('socialLinks', { type: [SocialLink] }),
  }),
});

const SocialLinkInput = builder.inputType('SocialLinkInput', {
  fields: (t) => ({
    network: t.field({ type: SocialNetwork, required: true, description: 'The network of the icon.' }),
    url: t.field({
      type: 'URL',
      required: true,
      description: 'The address of the profile, such as https://mastodon.example/@shop or mailto:shop@shop.example.',
    }),
  }),
});

export const BrandInput = builder.inputType('BrandInput', {
  description: 'Absent fields keep their values; null resets them.',
  fields: (t) => ({
    logoUrl: t.field({ type: 'URL', description: 'URL of a PNG or JPEG image: https://shop.example/logo.png.' }),
    logoWidth: t.int({ description: 'In pixels, from 16 to 560. Default: 140.' }),
    color: t.string({ description: 'The colour of buttons and links, such as #1f5f5b.' }),
    backgroundColor: t.string({ description: 'The colour behind the content, such as #f3f1ec.' }),
    fontFamily: t.string({ description: 'Names of common fonts: Georgia, serif.' }),
    websiteUrl: t.field({ type: 'URL', description: 'The logo links to this address.' }),
    socialLinks: t.field({
      type: [SocialLinkInput],
      description: 'Links to social networks in the footer, at most 12.',
    }),
  }),
});
