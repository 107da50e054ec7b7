/**
 * The callers of a mixed hour, in a separate process. Calls begin on schedule, whether or not earlier ones were answered, and
 * their time counts from then.
 */
import { Agent, type IncomingMessage, request } from 'node:http';
import { type Call, callOf, type Kind, SHARES, type Targets } from './calls.ts';

/** Calls a second, for some seconds; `first` is the number of the first one. */
export interface TrafficLoad {
  url: string;
  token: string;
  targets: Targets;
  rate: number;
  seconds: number;
  first: number;
}

/** The results of the calls. */
export interface TrafficReport {
  /** Milliseconds of each answered call, by kind. */
  waits: Record<Kind, number[]>;
  /** 503 with Retry-After: to be tried again. */
  putOff: number;
  /** Not begun, because this many were already waiting. */
  heldBack: number;
  /** Any other response than the expected one, in words, with its number. */
  faults: Record<string, number>;
  /** The acknowledged data: references of events, addresses of subscribers, ids of e-mails. */
  events: string[];
  subscribers: string[];
  mails: string[];
}

const MAX_WAITING = 5_000;
const TICK_MS = 5;
/** How long to wait for the last responses. */
const LAST_MS = 60_000;

process.on('message', async (load: TrafficLoad) => {
  process.send!(await send(load));
});
process.on('disconnect', () => process.exit());

async function send({ url, token, targets, rate, seconds, first }: TrafficLoad): Promise<TrafficReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });
  const report = emptyReport();
  const began = performance.now();
  let [begun, waiting] = [0, 0];
  const begin = (due: number) => {
    const call = callOf(targets, first + begun);
    if (waiting >= MAX_WAITING) {
      report.heldBack += 1;
      return;
    }
    waiting += 1;
    void answerTo(agent, `${url}${call.path}`, token, call)
      .then((answer) => note(report, call, answer, performance.now() - due))
      .catch((error: Error) => count(report.faults, `${call.kind}: ${error.message}`))
      .finally(() => {
        waiting -= 1;
      });
  };
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const passed = Math.min((performance.now() - began) / 1_000, seconds);
      for (const due = Math.floor(passed * rate); begun < due; begun++) begin(began + (begun * 1_000) / rate);
      if (passed < seconds) return;
      if (waiting > 0 && performance.now() - began < seconds * 1_000 + LAST_MS) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  if (waiting > 0) report.faults['not answered within a minute'] = waiting;
  agent.destroy();
  return report;
}

interface Answer {
  status: number;
  retryAfter: boolean;
  body: string;
}

function answerTo(agent: Agent, url: string, token: string, { method, body }: Call): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers });
    asked.on('error', reject).on('response', (answer: IncomingMessage) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      answer.once('end', () =>
        resolve({ status: answer.statusCode!, retryAfter: 'retry-after' in answer.headers, body: text }),
      );
      answer.once('error', reject);
    });
    asked.end(body && JSON.stringify(body));
  });
}

function note(report: TrafficReport, call: Call, { status, retryAfter, body }: Answer, wait: number): void {
  if (status === 503 && retryAfter) {
    report.putOff += 1;
    return;
  }
  if (status >= 300 || body.includes('"errors":[{')) {
    count(report.faults, `${call.kind}: ${status} ${body.slice(0, 200)}`);
    return;
  }
  report.waits[call.kind].push(wait);
  const sent = call.body as { reference: string; email: string };
  if (call.kind === 'event') report.events.push(sent.reference);
  if (call.kind === 'subscribe') report.subscribers.push(sent.email);
  if (call.kind === 'mail') report.mails.push(JSON.parse(body).data.id);
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

const emptyReport = (): TrafficReport => ({
  waits: Object.fromEntries(Object.keys(SHARES).map((kind) => [kind, []])) as never,
  ...{ putOff: 0, heldBack: 0, faults: {}, events: [], subscribers: [], mails: [] },
});
