/** The paragraphs, list items and table cells of a Markdown page, without code. */
export function paragraphsOf(page: string): string[] {
  return page
    .replaceAll(/^( *)```[\s\S]*?^\1```/gm, '')
    .split(/\n\s*\n|\n(?=\s*[-*|#>]|\s*\d+\.\s)/)
    .flatMap((block) => (block.trim().startsWith('|') ? block.split('|') : [block]))
    .map((block) => block.replaceAll(/^[#>*\s-]+/gm, ' '));
}
