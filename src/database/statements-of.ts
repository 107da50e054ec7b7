/** The parts that cannot contain the end of a statement: comments, texts, quoted names, dollar-quoted texts. */
const APART = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1/y;

/** Splits SQL into its statements, without their semicolons and the comments before them. */
export function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let begin = 0;
  for (let at = 0; at < sql.length; ) {
    APART.lastIndex = at;
    const [apart] = APART.exec(sql) ?? [];
    if (apart) {
      at += apart.length;
      const isComment = /^(--|\/\*)/.test(apart);
      if (isComment && sql.slice(begin, at - apart.length).trim() === '') begin = at;
    } else if (sql[at++] === ';') {
      statements.push(sql.slice(begin, at - 1).trim());
      begin = at;
    }
  }
  return [...statements, sql.slice(begin).trim()].filter((statement) => statement !== '');
}
