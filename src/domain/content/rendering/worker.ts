import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { READY } from '../../../threads/ready.ts';
import { Engine } from './engine.ts';
import type { Answer, Job, RenderAnswer } from './job.ts';
import { HTML_CHARACTERS, SUBJECT_CHARACTERS, TEXT_CHARACTERS } from './limits.ts';
import { plainText } from './plain-text.ts';
import { describeProblem, TOO_SLOW } from './problem.ts';
import { warningsOf } from './warnings.ts';

const NICE = 5;

const escaped = new Engine(true);
const verbatim = new Engine(false);

type Part = 'subject' | 'HTML' | 'text';

class Refusal extends Error {
  readonly slow: boolean;
  constructor(reason: string, slow = false) {
    super(reason);
    this.slow = slow;
  }
}

function answer(job: Job): Answer {
  if (job.kind === 'check') return check(job.source);
  if (job.kind === 'render') return render(job);
  const { scopes, ...source } = job;
  return { kind: 'rendered-many', answers: scopes.map((scope) => render({ ...source, kind: 'render', scope })) };
}

function check(source: string): Answer {
  try {
    escaped.parse(source);
    return { kind: 'checked' };
  } catch (error) {
    return { kind: 'checked', problem: describeProblem(error) };
  }
}

function render(job: Extract<Job, { kind: 'render' }>): RenderAnswer {
  try {
    const scope = JSON.parse(job.scope) as object;
    const subject = oneLine(part('subject', verbatim, job.subject, scope, SUBJECT_CHARACTERS));
    const html = part('HTML', escaped, job.html, scope, HTML_CHARACTERS);
    const said = job.text === undefined ? derive(html) : part('text', verbatim, job.text, scope, TEXT_CHARACTERS);
    const warnings = job.warn ? warningsOf(escaped, job, scope, html) : [];
    return {
      kind: 'rendered',
      rendered: { subject, html, text: said.trim() === '' ? instead(subject) : said, warnings },
    };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', reason: error.message, slow: error.slow };
    throw error;
  }
}

function part(name: Part, engine: Engine, source: string, scope: object, max: number): string {
  let output: string;
  try {
    output = engine.render(source, scope);
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

function derive(html: string): string {
  try {
    return plainText(html);
  } catch {
    throw new Refusal('No text part could be made from the HTML.');
  }
}

/** The text part where the HTML says nothing in words, such as one picture: without one a message would be HTML alone. */
const instead = (subject: string): string => subject || '-';

/** A line break in what becomes a header would start the next header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

function oneLine(subject: string): string {
  return subject.replace(CONTROLS, ' ').trim();
}

goSecond();

// The first render costs more than the ten that follow: it is done before anybody's clock runs.
answer({
  kind: 'render',
  subject: '{{ a }}',
  html: '<p>{% for b in a %}{{ b | upcase }}{% endfor %}</p>',
  scope: '{"a":[1]}',
});
parentPort?.on('message', (job: Job) => parentPort?.postMessage(answer(job)));
parentPort?.postMessage(READY);

/** Lets the rest of the process go first, where a thread can have a priority of its own. */
function goSecond(): void {
  if (process.platform !== 'linux') return; // elsewhere it would be the whole process
  try {
    setPriority(NICE);
  } catch {} // not allowed here: then all are equal
}
