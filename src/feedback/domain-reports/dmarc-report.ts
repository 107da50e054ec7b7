import { isIP } from 'node:net';
import { Parser } from 'htmlparser2';
import {
  addUp,
  type DomainReport,
  MOST_COUNTED,
  type ReportedRow,
  tidyName,
} from '../../domain/sending/domain-report.ts';
import { normaliseDomain } from '../../validation/email.ts';

const MAX_RECORDS = 5_000;
const DEEPEST = 12;
/** Of an element, with its prefix. */
const LONGEST_NAME = 100;
const LONGEST_TEXT = 1_000;
/** Start and end tags, and pieces of text: four megabytes of real records have some six hundred thousand. */
const MAX_EVENTS = 1_000_000;

const DISPOSITIONS = ['none', 'quarantine', 'reject'];
const RECORD = 'feedback/record';

/** The elements whose text is kept. */
const WANTED: ReadonlySet<string> = new Set([
  ...['org_name', 'report_id', 'date_range/begin', 'date_range/end'].map((name) => `feedback/report_metadata/${name}`),
  'feedback/policy_published/domain',
  ...['row/source_ip', 'row/count', 'identifiers/header_from'].map((name) => `${RECORD}/${name}`),
  ...['disposition', 'dkim', 'spf'].map((name) => `${RECORD}/row/policy_evaluated/${name}`),
]);

/**
 * Reads an aggregate report (RFC 7489, appendix C; further elements of RFC 9990 are ignored). Elements count in any namespace.
 * Entities other than XML's own five stay as they are, and nothing is loaded. Returns undefined for any other text; throws for a
 * report that is broken, truncated, too deep, or has too many pieces or too long names.
 */
export function readDmarcReport(text: string): DomainReport | undefined {
  const found = readElements(text);
  return found && reportOf(found);
}

/** Texts by the path of their element. */
type Texts = Map<string, string>;

interface Elements {
  head: Texts;
  records: Texts[];
}

function readElements(text: string): Elements | undefined {
  /** The paths of the open elements, from the root down. */
  const paths: string[] = [];
  const head: Texts = new Map();
  const records: Texts[] = [];
  let at = '';
  let texts = head;
  let isReport = false;
  let isComplete = false;
  let events = 0;
  const count = () => {
    if (++events > MAX_EVENTS) throw new Error('too many pieces');
  };
  const parser = new Parser(
    {
      onopentagname: (name) => {
        count();
        if (name.length > LONGEST_NAME) throw new Error('a name is too long');
        const own = name.slice(name.lastIndexOf(':') + 1).toLowerCase();
        at = at === '' ? own : `${at}/${own}`;
        paths.push(at);
        if (paths.length > DEEPEST) throw new Error('too deep');
        if (at === 'feedback') isReport = true;
        if (at === RECORD) texts = new Map();
      },
      ontext: (piece) => {
        count();
        if (!WANTED.has(at)) return;
        const before = texts.get(at) ?? '';
        if (before.length < LONGEST_TEXT) texts.set(at, before + piece.slice(0, LONGEST_TEXT));
      },
      onclosetag: (_name, isImplied) => {
        count();
        const ended = paths.pop();
        at = paths.at(-1) ?? '';
        if (ended === 'feedback') isComplete = !isImplied;
        if (ended !== RECORD) return;
        if (records.length < MAX_RECORDS) records.push(texts);
        texts = head;
      },
      oncomment: count,
      onprocessinginstruction: count,
      oncdatastart: count,
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  if (!isReport) return undefined;
  if (!isComplete) throw new Error('cut off');
  return { head, records };
}

function reportOf({ head, records }: Elements): DomainReport | undefined {
  const textAt = (path: string): string => head.get(`feedback/${path}`)?.trim() ?? '';
  const domain = normaliseDomain(textAt('policy_published/domain').toLowerCase());
  const reporter = tidyName(textAt('report_metadata/org_name'));
  const reference = textAt('report_metadata/report_id');
  const [begin, end] = ['begin', 'end'].map((side) => momentOf(textAt(`report_metadata/date_range/${side}`)));
  if (!domain || !reporter || !reference || !begin || !end) throw new Error('required elements are missing');
  const rows = addUp(records.flatMap((record) => rowOf(record, domain) ?? []));
  return { kind: 'dmarc', reporter, reference, domain, begin, end, rows };
}

function rowOf(record: Texts, domain: string): ReportedRow | undefined {
  const textAt = (path: string): string => record.get(`${RECORD}/${path}`)?.trim().toLowerCase() ?? '';
  const source = textAt('row/source_ip');
  const count = Number(textAt('row/count'));
  const from = textAt('identifiers/header_from');
  const sender = from === '' ? domain : normaliseDomain(from);
  const isOwn = sender === domain || sender?.endsWith(`.${domain}`);
  if (!sender || !isOwn || isIP(source) === 0 || !(count >= 1 && Number.isInteger(count))) return undefined;
  const [dkim, spf] = ['dkim', 'spf'].map((by) => textAt(`row/policy_evaluated/${by}`) === 'pass') as [
    boolean,
    boolean,
  ];
  const did = textAt('row/policy_evaluated/disposition');
  // RFC 9990 calls it `pass` if a message needed no policy.
  const result = DISPOSITIONS.includes(did) ? did : 'none';
  return { domain: sender, source, passed: dkim || spf, result, dkim, spf, count: Math.min(count, MOST_COUNTED) };
}

/** From seconds since 1970. */
function momentOf(seconds: string): Date | undefined {
  return /^\d{1,11}(\.\d+)?$/.test(seconds) ? new Date(Math.floor(Number(seconds)) * 1000) : undefined;
}
