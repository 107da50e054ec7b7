/** Address books write `Miller, Ann`. */
const inOrder = (name: string): string => name.trim().replace(/^([^,]+),([^,]+)$/, '$2 $1');

/** A mailbox: an address, or a name before an address in angle brackets, as e-mail programs copy them. */
const MAILBOX = /(?:"([^"\n]*)"\s*|([^"<>,;\n]*))<([^<>\s]+@[^<>\s]+)>|([^\s<>,;"]+@[^\s<>,;"]+)/g;

const cell = (text: string): string => `"${text.trim().replaceAll('"', '""')}"`;

/**
 * Pasted text as a CSV file. Mailboxes, such as `Ann Miller <ann@example.com>, ben@example.com`, become rows; anything else,
 * such as cells of a spreadsheet, is a table already.
 */
export function pastedFile(text: string, name: string): File {
  return new File([isMailboxes(text) ? csvOf(text) : text], name, { type: 'text/csv' });
}

const isMailboxes = (text: string): boolean =>
  text.includes('<') ||
  text.split('\n').some((line) => line.split('@').length > 2 || /^\s*[^\s@,;\t]+@\S+\s*$/.test(line));

/** A line without an address stays, so that the preview shows what is wrong with it. */
const csvOf = (text: string): string =>
  [
    'email,name',
    ...text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .flatMap(rowsOf),
  ].join('\n');

function rowsOf(line: string): string[] {
  const mailboxes = [...line.matchAll(MAILBOX)].map(([, quoted, plain, named, bare]) => [
    named ?? bare ?? '',
    inOrder(quoted ?? plain ?? ''),
  ]);
  return (mailboxes.length > 0 ? mailboxes : [[line, '']]).map((cells) => cells.map(cell).join(','));
}
