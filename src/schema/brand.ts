import type { Brand as TeamBrand } from '../domain/content/brand/brand.ts';
import { SOCIAL_NETWORKS } from '../domain/content/pictures.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';

const SocialNetwork = wireEnum('SocialNetwork', 'Where a team has a page.', SOCIAL_NETWORKS);

const SocialLink = builder.objectRef<TeamBrand['socialLinks'][number]>('SocialLink').implement({
  description: "A link to one of the team's pages.",
  fields: (t) => ({
    network: t.expose('network', { type: SocialNetwork }),
    url: t.exposeString('url'),
  }),
});

export const Brand = builder.objectRef<TeamBrand>('Brand').implement({
  description: "How the team's e-mails look: what the blocks of templates show of it.",
  fields: (t) => ({
    logoUrl: t.string({ nullable: true, resolve: ({ logoUrl }) => logoUrl ?? null }),
    logoWidth: t.exposeInt('logoWidth', { description: 'In pixels.' }),
    color: t.exposeString('color', { description: 'Of buttons and links.' }),
    backgroundColor: t.exposeString('backgroundColor', { description: 'Behind the content.' }),
    fontFamily: t.exposeString('fontFamily'),
    websiteUrl: t.string({ nullable: true, resolve: ({ websiteUrl }) => websiteUrl ?? null }),
    socialLinks: t.expose('socialLinks', { type: [SocialLink] }),
  }),
});

const SocialLinkInput = builder.inputType('SocialLinkInput', {
  fields: (t) => ({
    network: t.field({ type: SocialNetwork, required: true, description: 'Whose sign is shown.' }),
    url: t.string({ required: true, description: 'Where it leads.' }),
  }),
});

export const BrandInput = builder.inputType('BrandInput', {
  description: 'An absent field keeps its value, and null sets it to its default.',
  fields: (t) => ({
    logoUrl: t.string({ description: 'The address of a picture, PNG or JPEG: https://shop.example/logo.png.' }),
    logoWidth: t.int({ description: 'In pixels, from 16 to 560. Default: 140.' }),
    color: t.string({ description: 'Of buttons and links, such as #1f5f5b.' }),
    backgroundColor: t.string({ description: 'Behind the content, such as #f3f1ec.' }),
    fontFamily: t.string({ description: 'Names of fonts that people have: Georgia, serif.' }),
    websiteUrl: t.string({ description: 'Where the logo leads.' }),
    socialLinks: t.field({ type: [SocialLinkInput], description: 'At most 12.' }),
  }),
});
