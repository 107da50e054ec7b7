import type { Block, Section } from './document.ts';
import type { Look, Pair } from './look.ts';

/** A full-width part of the message with one background. */
export interface Band {
  blocks: Block[];
  background: Pair;
  padding: string;
  /** The radius of each corner, as in CSS. */
  corners?: string;
}

/**
 * Groups the blocks of a message by background: a section has its own, all others the content's. Corners are round where a
 * band meets the page.
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

/** Whether the page shows behind a part, as it does before the first and after the last. */
const onPage = (part?: Section | Block[]): boolean =>
  part === undefined || (!Array.isArray(part) && part.background === 'page');
