import type { Block } from './document.ts';
import { gistOf, isKind } from './kinds.ts';
import { useBlockText } from './texts.ts';

/** How a kind of block is called, and a block with what tells it from others. */
export function useBlockName() {
  const say = useBlockText();
  const kind = ({ type }: Block) => (isKind(type) ? say(`k_${type}`) : type);
  return { kind, name: (block: Block) => [kind(block), gistOf(block)].filter(Boolean).join(': ') };
}
