import type { Leaf } from './leaves.ts';
import type { Look } from './look.ts';
import { image, logo, menu, social, video } from './picture-blocks.ts';
import { button, coupon, divider, order } from './shop-blocks.ts';
import { footer, heading, mjText, paragraph, quote } from './text-blocks.ts';

/** A block without inner blocks, as MJML for a column. */
export function leaf(block: Leaf, look: Look): string {
  switch (block.type) {
    case 'heading':
      return heading(block, look);
    case 'text':
      return paragraph(block, look);
    case 'image':
      return image(block, look);
    case 'button':
      return button(block, look);
    case 'divider':
      return divider(block, look);
    case 'spacer':
      return `<mj-spacer height="${block.height}px"/>`;
    case 'html':
      return mjText(look, block.html);
    case 'footer':
      return footer(block, look);
    case 'logo':
      return logo(block, look);
    case 'menu':
      return menu(block, look);
    case 'social':
      return social(block, look);
    case 'quote':
      return quote(block, look);
    case 'video':
      return video(block, look);
    case 'coupon':
      return coupon(block, look);
    case 'order':
      return order(block, look);
  }
}
