import type { Block } from './document.ts';
import { isKind, summaryOf } from './kinds.ts';
import { useBlockText } from './texts.ts';

/** The name of a block's kind, and of a block with a short excerpt. */
export function useBlockName() {
  const t = useBlockText();
  const kind = ({ type }: Block) => (isKind(type) ? t(`k_${type}`) : type);
  return { kind, name: (block: Block) => [kind(block), summaryOf(block)].filter(Boolean).join(': ') };
}
