import { BODIES } from './example-bodies.ts';
import { ABSENT } from './example-objects.ts';
import { STATES } from './example-states.ts';
import { isObject } from './shapes.ts';

/** Whether a response shows a sent value as it is: a plain value, or a list of these. */
const isPlain = (value: unknown, shown: unknown): boolean =>
  Array.isArray(value)
    ? Array.isArray(shown) && value.every((one) => typeof one !== 'object')
    : !isObject(value) && (shown === null || typeof value === typeof shown);

/** Whether both are objects, or both lists. Keys that the sent one lacks are added afterwards. */
const isAlike = (sent: unknown, shown: unknown): boolean =>
  Array.isArray(sent) ? Array.isArray(shown) : isObject(sent) && (shown === null || isObject(shown));

/** The operation of a response. */
export interface Answered {
  operationId: string;
  status: string;
}

/** What is listed for an operation, and for one of its responses. */
const listedFor = (
  table: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  { operationId, status }: Answered,
): object => ({ ...table[operationId], ...table[`${operationId} ${status}`] });

/**
 * The example of a response to the example of a request: it shows the sent values, and the state in which the operation leaves the
 * object. `answer`: the example of the response for any operation.
 */
export function answerTo(answered: Answered, sent: unknown, answer: unknown): unknown {
  if (!isObject(answer)) return answer;
  const data = isObject(answer.data) ? stateAfter(answered, sent, answer.data) : answer.data;
  return { ...answer, ...('data' in answer && { data }), ...listedFor(BODIES, answered) };
}

function stateAfter(answered: Answered, sent: unknown, shown: object): object {
  const data: Record<string, unknown> = { ...shown };
  for (const [key, value] of Object.entries(isObject(sent) ? sent : {})) {
    if (key in data && (isPlain(value, data[key]) || isAlike(value, data[key]))) data[key] = value;
  }
  const changed = Object.entries({ ...data, ...listedFor(STATES, answered) }).filter(([key]) => key in data);
  return Object.fromEntries(changed.filter(([, value]) => value !== ABSENT));
}
