import { isIP } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { type DomainReport, MOST_COUNTED, type ReportedRow, tidyName } from '../../domain/sending/domain-report.ts';
import { normaliseDomain } from '../../validation/email.ts';

const MAX_RECORDS = 5_000;
const DEEPEST = 12;
const LONGEST_TEXT = 1_000;
/** What is read at once, in characters, before others have their turn. */
const AT_ONCE = 64 * 1024;

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
 * Reads an aggregate report (RFC 7489, appendix C; RFC 9990 names more, which is left out). Elements count whatever their
 * namespace. Entities other than XML's own five stay as they are written, and nothing is loaded. Returns undefined for any
 * other text; throws for a report that is broken, cut off or too deep.
 */
export async function readDmarcReport(text: string): Promise<DomainReport | undefined> {
  const found = await readElements(text);
  return found && reportOf(found);
}

/** Texts by the path of their element. */
type Texts = Map<string, string>;

interface Elements {
  head: Texts;
  records: Texts[];
}

async function readElements(text: string): Promise<Elements | undefined> {
  const path: string[] = [];
  const head: Texts = new Map();
  const records: Texts[] = [];
  let texts = head;
  let isReport = false;
  let isComplete = false;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        path.push(name.slice(name.lastIndexOf(':') + 1).toLowerCase());
        if (path.length > DEEPEST) throw new Error('too deep');
        if (path.join('/') === 'feedback') isReport = true;
        if (path.join('/') === RECORD) texts = new Map();
      },
      ontext: (piece) => {
        const at = path.join('/');
        if (!WANTED.has(at)) return;
        const before = texts.get(at) ?? '';
        if (before.length < LONGEST_TEXT) texts.set(at, before + piece.slice(0, LONGEST_TEXT));
      },
      onclosetag: (_name, isImplied) => {
        const at = path.join('/');
        path.pop();
        if (at === 'feedback') isComplete = !isImplied;
        if (at !== RECORD) return;
        if (records.length < MAX_RECORDS) records.push(texts);
        texts = head;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let from = 0; from < text.length; from += AT_ONCE) {
    parser.write(text.slice(from, from + AT_ONCE));
    await nextTurn();
  }
  parser.end();
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
  if (!domain || !reporter || !reference || !begin || !end) throw new Error('it lacks what a report needs');
  const rows = records.flatMap((record) => rowOf(record, domain) ?? []);
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
  // RFC 9990 calls it `pass` where a message needed no policy.
  const result = DISPOSITIONS.includes(did) ? did : 'none';
  return { domain: sender, source, passed: dkim || spf, result, dkim, spf, count: Math.min(count, MOST_COUNTED) };
}

/** Of seconds since 1970. */
function momentOf(seconds: string): Date | undefined {
  return /^\d{1,11}(\.\d+)?$/.test(seconds) ? new Date(Math.floor(Number(seconds)) * 1000) : undefined;
}
