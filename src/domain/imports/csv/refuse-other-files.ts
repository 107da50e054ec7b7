import { fileProblem } from './problem.ts';

const AS_CSV = 'Save it as CSV (UTF-8) in the program that created it, then import that file.';

/** File types by their first bytes, and the advice for each. */
const BY_BYTES: [bytes: string, problem: string][] = [
  ['d0cf11e0a1b11ae1', `is a binary Excel workbook (.xls). ${AS_CSV}`],
  ['255044462d', 'is a PDF document. Export the data as CSV from the original program.'],
  ['7b5c727466', `is a text document (RTF). ${AS_CSV}`],
  ['526172211a07', 'is a RAR archive. Unpack it and import the CSV file inside.'],
  ['377abcaf271c', 'is a 7-Zip archive. Unpack it and import the CSV file inside.'],
  ['28b52ffd', 'is compressed with Zstandard. Unpack it, or compress it with gzip.'],
  ['425a68', 'is compressed with bzip2. Unpack it, or compress it with gzip.'],
  ['fd377a585a00', 'is compressed with xz. Unpack it, or compress it with gzip.'],
  ['53514c69746520666f726d6174203300', 'is a SQLite database. Export the table as CSV.'],
];

/** ZIP archives by the names of their files, which are in the first bytes. */
const BY_ENTRY: [entry: RegExp, problem: string][] = [
  [/\[Content_Types\]\.xml|xl\//, `is an Excel workbook (.xlsx), a spreadsheet. ${AS_CSV}`],
  [/opendocument\.spreadsheet/, `is an OpenDocument spreadsheet (.ods). ${AS_CSV}`],
  [
    /Index\/|\.iwa|Metadata\/|preview(-web|-micro)?\.jpg/,
    'is a Numbers spreadsheet (.numbers). In Numbers, choose File → Export To → CSV, and import that file.',
  ],
];
const ZIP = '504b0304';
const ANY_ZIP = `is a spreadsheet or a ZIP archive. Unpack it and import the CSV file inside. If it is a spreadsheet, save it as CSV.`;

/** Excel saves web pages and XML as .xls too, and many programs write HTML tables under that name. */
const PAGE = /^\s*(?:<!--[\s\S]{0,500}?-->\s*)?<(?:!doctype\s+html|html|head|meta|body|table|style|div)[\s>]/i;
const XML = /^\s*<\?xml\s/i;

/** Throws ValidationError for a file that is not CSV, naming the format and the remedy. `head` is its first bytes. */
export function refuseOtherFiles(head: Buffer): void {
  const bytes = head.toString('hex', 0, 16);
  const [, problem] = BY_BYTES.find(([begin]) => bytes.startsWith(begin)) ?? [];
  if (problem) throw fileProblem(problem);
  const text = beginningOf(head);
  if (bytes.startsWith(ZIP)) throw fileProblem(BY_ENTRY.find(([entry]) => entry.test(text))?.[1] ?? ANY_ZIP);
  if (PAGE.test(text))
    throw fileProblem(`is a web page (HTML), even if its name ends in .xls. Open it, and ${AS_CSV_LATER}`);
  if (XML.test(text))
    throw fileProblem(`is an XML document, even if its name ends in .xls. Open it, and ${AS_CSV_LATER}`);
}

const AS_CSV_LATER = 'save it as CSV (UTF-8) in your spreadsheet program.';

/** For this purpose, UTF-16 is ASCII with zeros. */
const beginningOf = (head: Buffer): string =>
  head
    .toString('latin1', 0, 4_096)
    .replaceAll('\0', '')
    .replace(/^(ï»¿|ÿþ|þÿ)/, '');
