import type { Block, BlockDocument } from '../compiling/blocks/document.ts';
import type { Leaf } from '../compiling/blocks/leaves.ts';

interface Letter {
  /** What inboxes show after the subject. */
  preheader: string;
  blocks: Block[];
  /** Why the person gets it. */
  because: string;
}

/**
 * The frame that all ready-made templates share: the logo above, a page of content in the colours of the team, and below
 * it the team's links, why the person gets the message, the postal address and the links to unsubscribe.
 */
export const letter = ({ preheader, blocks, because }: Letter): BlockDocument => ({
  settings: {
    width: 600,
    background: 'brand',
    content_background: '#ffffff',
    color: '#22252b',
    link_color: 'brand',
    font_family: 'brand',
    corners: 10,
    dark_mode: true,
    language: 'en',
    preheader,
  },
  blocks: [
    { type: 'section', background: 'page', blocks: [{ type: 'logo', align: 'center' }] },
    ...blocks,
    {
      type: 'section',
      background: 'page',
      blocks: [
        { type: 'if', test: 'team.brand.social_links.size > 0', blocks: [{ type: 'social' }] },
        { type: 'footer', text: because, color: 'quiet' },
      ],
    },
  ],
});

/** A picture of ours, to be replaced by one of the team's. */
export const picture = (name: string): string => `{{ team.pictures_url }}/${name}.png`;

/** A picture from edge to edge, above everything. */
export const hero = (name: string, alt: string): Leaf => ({ type: 'image', src: picture(name), alt, full: true });

export const button = (text: string, href: string, align: 'start' | 'center' = 'start'): Leaf => ({
  type: 'button',
  text,
  href,
  align,
  background: 'brand',
});

export const quiet = (text: string): Leaf => ({ type: 'text', text, color: 'quiet', size: 14 });

/** A small line above a heading. */
export const kicker = (text: string): Leaf => ({ type: 'text', text: `**${text}**`, color: 'brand', size: 14 });

export const greeting: Leaf = {
  type: 'text',
  text: 'Hello{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %},',
};

export const SUBSCRIBED = 'You receive this e-mail because you subscribed at {{ team.name }}.';
export const ORDERED = 'You receive this e-mail because you ordered at {{ team.name }}.';
