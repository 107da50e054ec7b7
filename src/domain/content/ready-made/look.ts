import type { Block, BlockDocument } from '../compiling/blocks/document.ts';
import type { Leaf } from '../compiling/blocks/leaves.ts';

interface Content {
  /** Shown by inboxes after the subject. */
  preheader: string;
  blocks: Block[];
  /** Why the person receives the message. */
  because: string;
}

/**
 * The frame of all ready-made templates: the logo at the top, the content in the team's colours, and at the end the team's
 * links, the reason for the message, the postal address and the unsubscribe links.
 */
export const frame = ({ preheader, blocks, because }: Content): BlockDocument => ({
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

/** One of our pictures, to be replaced by the team's own. */
export const picture = (name: string): string => `{{ team.pictures_url }}/${name}.png`;

/** A full-width picture at the top. */
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

export const SUBSCRIBED = 'You are receiving this e-mail because you subscribed at {{ team.name }}.';
export const ORDERED = 'You are receiving this e-mail because you ordered at {{ team.name }}.';
