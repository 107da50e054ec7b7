const TAG = /<(\/?)(mj[\w-]*)(?![\w-])(?:"[^"<]*"|'[^'<]*'|[^'"<>])*?(\/?)>/gi;

/** Whether a comment contains only the start or only the end of an MJML element. */
export function crossesElements(comment: string): boolean {
  const open: string[] = [];
  for (const [, isEnd, name = '', isEmpty] of comment.matchAll(TAG)) {
    if (isEnd && open.pop() !== name.toLowerCase()) return true;
    if (!isEnd && !isEmpty) open.push(name.toLowerCase());
  }
  return open.length > 0;
}
