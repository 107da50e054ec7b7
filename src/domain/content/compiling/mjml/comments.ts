const TAG = /<(\/?)(mj[\w-]*)(?![\w-])(?:"[^"<]*"|'[^'<]*'|[^'"<>])*?(\/?)>/gi;

/** Whether there are MJML elements in a comment that begin or end outside of it. */
export function crossesElements(comment: string): boolean {
  const open: string[] = [];
  for (const [, isEnd, name = '', isEmpty] of comment.matchAll(TAG)) {
    if (isEnd && open.pop() !== name.toLowerCase()) return true;
    if (!isEnd && !isEmpty) open.push(name.toLowerCase());
  }
  return open.length > 0;
}
