import type { Block, Section } from './document.ts';
import type { Look, Pair } from './look.ts';

/** A part of the message from its left to its right edge, with one background. */
export interface Band {
  blocks: Block[];
  background: Pair;
  padding: string;
  /** The radius of each corner, as CSS has them. */
  corners?: string;
}

/**
 * The blocks of a message, by background: a section has its own, all others have that of the content. Corners are round
 * where a band ends at the page.
 */
export function bandsOf(blocks: readonly Block[], look: Look): Band[] {
  const parts: (Section | Block[])[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    if (block.type === 'section') parts.push(block);
    else if (Array.isArray(last)) last.push(block);
    else parts.push([block]);
  }
  return parts.map((part, index) => {
    const own = Array.isArray(part) ? part : part.blocks;
    const background = Array.isArray(part) ? look.content() : look.background(part.background);
    const isPage = onPage(part);
    const above = onPage(parts[index - 1]);
    const below = onPage(parts[index + 1]);
    const { corners } = look.settings;
    const [top, bottom] = [above, below].map((ends) => (ends ? `${corners}px` : '0'));
    const isFull = own[0]?.type === 'image' && own[0].full;
    return {
      blocks: own,
      background,
      padding: isPage ? '8px 0' : `${isFull ? 0 : 16}px 0 16px`,
      ...(corners && !isPage && { corners: `${top} ${top} ${bottom} ${bottom}` }),
    };
  });
}

/** Whether a part shows the page behind the content; so does what is before the first and after the last. */
const onPage = (part?: Section | Block[]): boolean =>
  part === undefined || (!Array.isArray(part) && part.background === 'page');
