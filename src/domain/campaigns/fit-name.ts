/** Of a campaign, in characters (campaign-input.ts). */
const LONGEST_NAME = 255;

/** A name derived from another, which is shortened if the whole would be too long, never within a character. */
export function fitName(name: string, { before = '', after = '' }: { before?: string; after?: string }): string {
  const room = LONGEST_NAME - [...before, ...after].length;
  return `${before}${[...name].slice(0, room).join('')}${after}`;
}
