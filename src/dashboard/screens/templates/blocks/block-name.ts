import type { Block } from './document.ts';
import { gistOf, isKind } from './kinds.ts';
import { useBlockText } from './texts.ts';

/** The name of a block's kind, and of a block with a short excerpt. */
export function useBlockName() {
  const say = useBlockText();
  const kind = ({ type }: Block) => (isKind(type) ? say(`k_${type}`) : type);
  return { kind, name: (block: Block) => [kind(block), gistOf(block)].filter(Boolean).join(': ') };
}
