interface Page {
  data: readonly { sequence: number }[];
}

/** The items of a page as server-sent events (HTML Standard, 9.2.6), after the comment that opens each stream. */
export const streamOf = ({ data }: Page): string =>
  [':', ...data.map((item) => `id: ${item.sequence}\ndata: ${JSON.stringify(item)}`), ''].join('\n\n');
