import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { READY } from '../../../threads/ready.ts';
import { deadAddressesIn, hasEmptyAddress } from '../dead-addresses.ts';
import { lookAt } from '../html-look.ts';
import { Engine } from './engine.ts';
import { failedRendering } from './failed-rendering.ts';
import type { Answer, Job, NamedPath, RenderAnswer, Tried, ValuesAnswer } from './job.ts';
import { HTML_CHARACTERS, SUBJECT_CHARACTERS, TEXT_CHARACTERS, VALUE_CHARACTERS } from './limits.ts';
import type { Surroundings } from './liquid/rendering-context.ts';
import { writtenFault } from './liquid/written-faults.ts';
import type { Missing } from './missing-values.ts';
import { htmlOfText, plainText } from './plain-text.ts';
import { describeProblem, missingReason, TOO_SLOW } from './problem.ts';
import { subjectLine } from './subject-line.ts';
import { warningsOf } from './warnings.ts';
import { WatchingEngine } from './watching-engine.ts';

const NICE = 5;

const escaped = new Engine(true);
const verbatim = new Engine(false);

/** The engines for jobs that report missing values, by the usual ones. Created on first use. */
const watching = new Map<Engine, WatchingEngine>();

type Part = 'subject' | 'preheader' | 'HTML' | 'text';

class Refusal extends Error {
  readonly slow: boolean;
  constructor(reason: string, slow = false) {
    super(reason);
    this.slow = slow;
  }
}

function answer(job: Job): Answer {
  if (job.kind === 'check') return check(job.source, job.thorough);
  if (job.kind === 'names') return { kind: 'named', paths: job.sources.flatMap(pathsIn) };
  if (job.kind === 'try') return { kind: 'tried', tried: tried(job) };
  if (job.kind === 'render-values') return { kind: 'rendered-values', answers: renderValues(job) };
  if (job.kind === 'render') return renderWith(job, JSON.parse(job.mergeData) as object);
  const shared = JSON.parse(job.shared) as object;
  const answers = job.mergeData.map((values) => renderWith(job, { ...shared, ...(JSON.parse(values) as object) }));
  return { kind: 'rendered-many', answers };
}

function check(source: string, thorough: boolean): Answer {
  try {
    const templates = escaped.parse(source);
    return { kind: 'checked', problem: thorough ? writtenFault(templates) : undefined };
  } catch (error) {
    return { kind: 'checked', problem: describeProblem(error) };
  }
}

/** A source that does not parse has no names. */
function pathsIn(source: string): NamedPath[] {
  try {
    return escaped.paths(source);
  } catch {
    return [];
  }
}

function tried(job: Extract<Job, { kind: 'try' }>): Tried[] {
  const shared = JSON.parse(job.shared) as object;
  return job.mergeData.map((values): Tried => {
    const answer = renderWith(job, { ...shared, ...(JSON.parse(values) as object) });
    if (answer.kind === 'refused') {
      return failedRendering(answer);
    }
    const { subject, html, remarks } = answer.rendered;
    const dead = [...deadAddressesIn(html), ...(hasEmptyAddress(html) ? [''] : [])];
    return {
      slow: false,
      hasSubject: subject !== '',
      hasWanted: html.includes(job.wanted),
      dead,
      remarks,
      look: lookAt(html),
    };
  });
}

function renderValues({ sources, shared, mergeData }: Extract<Job, { kind: 'render-values' }>): ValuesAnswer[] {
  const common = JSON.parse(shared) as object;
  return mergeData.map((values): ValuesAnswer => {
    const data = { ...common, ...(JSON.parse(values) as object) };
    try {
      return { texts: sources.map((source) => part('text', verbatim, source, data, VALUE_CHARACTERS)) };
    } catch (error) {
      if (error instanceof Refusal) return { reason: error.message, slow: error.slow };
      throw error;
    }
  });
}

type Sources = Pick<
  Extract<Job, { kind: 'render' }>,
  'subject' | 'preheader' | 'html' | 'text' | 'warn' | 'strict' | 'watch' | 'language'
>;

/** Inputs of a render besides its merge data. `missing`: collects missing values, if requested. */
type Around = Surroundings & { missing?: Missing[] };

function renderWith(job: Sources, given: object): RenderAnswer {
  const remarks: string[] = [];
  const missing: Missing[] | undefined = job.strict || job.watch ? [] : undefined;
  const around: Around = { language: job.language, document: job.html, remarks, missing };
  try {
    const subject = subjectLine(part('subject', verbatim, job.subject, given, SUBJECT_CHARACTERS, around));
    const data = job.preheader === undefined ? given : withOwnWords(given, subject, job.preheader, around);
    const html = job.html === undefined ? undefined : part('HTML', escaped, job.html, data, HTML_CHARACTERS, around);
    const text =
      job.text === undefined ? derive(html ?? '') : part('text', verbatim, job.text, data, TEXT_CHARACTERS, around);
    if (job.strict) refuseMissing(missing ?? []);
    const sources = { ...job, html: job.html ?? '' };
    const warnings = job.warn ? [...warningsOf(escaped, sources, data, html ?? ''), ...remarks] : [];
    const parts = { html: html ?? htmlOfText(text), text: text.trim() === '' ? textWithoutWords(subject) : text };
    return { kind: 'rendered', rendered: { subject, ...parts, warnings, remarks, ...(job.watch && { missing }) } };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', reason: error.message, slow: error.slow };
    throw error;
  }
}

function refuseMissing(missing: readonly Missing[]): void {
  const names = [...new Set(missing.flatMap(({ name, isBlank }) => (isBlank ? [] : [name])))];
  if (names.length > 0) throw new Refusal(missingReason(names));
}

/** Merge data whose `campaign` has the subject and preheader as rendered for this person. */
function withOwnWords(data: { campaign?: object }, subject: string, preheader: string, around: Around): object {
  const campaign = { ...data.campaign, subject };
  const shown = part('preheader', verbatim, preheader, { ...data, campaign }, SUBJECT_CHARACTERS, around);
  return { ...data, campaign: { ...campaign, preheader: subjectLine(shown) } };
}

function part(name: Part, engine: Engine, source: string, data: object, max: number, around: Around = {}): string {
  const { missing } = around;
  let output: string;
  try {
    output = missing
      ? watchingAs(engine).renderWatched(source, data, missing, around)
      : engine.render(source, data, around);
  } catch (error) {
    const { line, column, problem } = describeProblem(error);
    const reason = `The ${name} could not be rendered: ${problem} (line ${line}, column ${column}).`;
    throw new Refusal(reason, problem === TOO_SLOW);
  }
  if (output.length > max) {
    throw new Refusal(`The rendered ${name} is too large: more than ${max.toLocaleString('en')} characters.`);
  }
  return output;
}

function watchingAs(engine: Engine): WatchingEngine {
  const known = watching.get(engine) ?? new WatchingEngine(engine === escaped);
  watching.set(engine, known);
  return known;
}

function derive(html: string): string {
  try {
    return plainText(html);
  } catch {
    throw new Refusal('No text part could be made from the HTML.');
  }
}

/** The text part of a message whose HTML has no words, such as a single image. Every message must have a text part. */
const textWithoutWords = (subject: string): string => subject || '-';

lowerPriority();

// Renders once before READY: the first render is slow, and must not count against the time limit of a job.
answer({
  kind: 'render',
  subject: '{{ a }}',
  html: '<p>{% for b in a %}{{ b | upcase }}{% endfor %}</p>',
  mergeData: '{"a":[1]}',
});
parentPort?.on('message', (job: Job) => parentPort?.postMessage(answer(job)));
parentPort?.postMessage(READY);

/** Gives the rest of the process priority, on systems where threads have their own priorities. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return; // elsewhere it would lower the whole process
  try {
    setPriority(NICE);
  } catch {} // not permitted: the threads stay equal
}
