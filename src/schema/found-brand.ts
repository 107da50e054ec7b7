import { type FoundBrand as Found, findBrand } from '../domain/platform/website-look/find-brand.ts';
import { SocialLink } from './brand.ts';
import { builder } from './builder.ts';

const FoundBrand = builder.objectRef<Found>('FoundBrand').implement({
  description: 'What a website shows of its brand.',
  fields: (t) => ({
    name: t.field({
      type: 'String',
      nullable: true,
      description: 'What the website calls itself. Null: it does not say.',
      resolve: ({ name }) => name ?? null,
    }),
    logoUrl: t.field({
      type: 'URL',
      nullable: true,
      description:
        'Its logo, or its icon, as a PNG, JPEG or GIF image. Null: it has neither in a form that e-mails show.',
      resolve: ({ logoUrl }) => logoUrl ?? null,
    }),
    logoWidth: t.field({
      type: 'Int',
      nullable: true,
      description: 'A good width of the logo in e-mails, in pixels. Null without a logo.',
      resolve: ({ logoWidth }) => logoWidth ?? null,
    }),
    color: t.field({
      type: 'String',
      nullable: true,
      description: 'The colour of its buttons and links, such as #1f5f5b. Null: it shows only shades of grey.',
      resolve: ({ color }) => color ?? null,
    }),
    backgroundColor: t.field({
      type: 'String',
      nullable: true,
      description: 'The colour behind its content. Null: it has none, or a dark one.',
      resolve: ({ backgroundColor }) => backgroundColor ?? null,
    }),
    fontFamily: t.field({
      type: 'String',
      nullable: true,
      description: 'The names of its fonts. Null: it names none.',
      resolve: ({ fontFamily }) => fontFamily ?? null,
    }),
    websiteUrl: t.expose('websiteUrl', { type: 'URL', description: 'The address of the page, after redirects.' }),
    socialLinks: t.expose('socialLinks', {
      type: [SocialLink],
      description: 'The social profiles that it links to, the first of each network.',
    }),
  }),
});

const FindBrandInput = builder.inputType('FindBrandInput', {
  fields: (t) => ({
    websiteUrl: t.field({ type: 'URL', required: true, description: 'The first page of the website.' }),
  }),
});

builder.mutationFields((t) => ({
  findBrand: t.field({
    type: FoundBrand,
    description:
      "Reads name, logo, colours, font and social links from a website, as a proposal for the team's brand. Stores nothing.",
    args: { input: t.arg({ type: FindBrandInput, required: true }) },
    resolve: (_, { input }, { installation }) => findBrand(installation.outbound, input),
  }),
}));
