import { z } from 'zod';
import { isAbsent } from '../../../validation/blank.ts';
import { senderAddress } from '../../../validation/email.ts';
import { idRule } from '../../../validation/id.ts';
import { type Json, jsonProblem } from '../../../validation/json.ts';
import { filled, isBlank, listOf, oneLine, optionalText, record, yesOrNo } from '../../../validation/text.ts';
import { timeOfDay } from '../../../validation/time.ts';
import { webAddress } from '../../../validation/web-address.ts';
import { slugOf, tagName } from '../../audience/tags.ts';
import type { Branch, Step, StepOf, StepType } from './definition.ts';
import { readConditions, readEvent } from './read-parts.ts';
import { readWindow, weekdays } from './read-window.ts';
import type { Path, Reading } from './reading.ts';
import { referToAttribute, referToDate, referToList, referToTemplate } from './refer.ts';
import { textsIn } from './texts-in.ts';
import { shift, waiting } from './waiting.ts';

const MAX_TAGS = 100;
const MAX_BODY_CHARACTERS = 65_536;

/** How the steps inside a step are read. */
interface Within {
  inner(key: 'then' | 'else', steps: unknown): Step[];
  split(branches: unknown): Branch[];
}

type ReadStep<Type extends StepType> = (
  reading: Reading,
  path: Path,
  sent: Record<string, unknown>,
  within: Within,
) => Omit<StepOf<Type>, 'id'> | undefined;

const unread = z.unknown();
const type = unread;
const branching = { then: unread, else: unread };

/** Reads a step of each type, without its id. Undefined, with an issue, if it is invalid. */
export const READ_STEP: { [Type in StepType]: ReadStep<Type> } = {
  send: (reading, path, sent) => {
    const sender = { from_email: optionalText(senderAddress()), from_name: optionalText(oneLine(255)) };
    const yes = () => yesOrNo().nullish();
    const switches = { tracking: yes(), transactional: yes(), strict: yes() };
    const texts = { template: filled(255), subject: optionalText(oneLine(998)) };
    const read = keys(reading, path, sent, { type, ...texts, ...sender, ...switches, send_window: unread });
    const window = isAbsent(sent.send_window)
      ? undefined
      : readWindow(reading, [...path, 'send_window'], sent.send_window);
    if (!read) return undefined;
    referToTemplate(reading, [...path, 'template'], read.template);
    if (read.subject !== undefined) reading.liquid.push({ path: [...path, 'subject'], source: read.subject });
    const { send_window: _, ...rest } = read;
    // Null, unlike undefined, also overrides the automation's window.
    const own = sent.send_window === null ? null : window;
    return { ...rest, type: 'send', ...(own !== undefined && { send_window: own }) };
  },
  wait: readWait,
  wait_for: (reading, path, sent, { inner }) => {
    const read = keys(reading, path, sent, { type, event: unread, timeout: waiting(), ...branching });
    const event = readEvent(reading, [...path, 'event'], sent.event);
    const branches = innerBranches(inner, sent);
    return read && event && { type: 'wait_for', event, timeout: read.timeout, ...branches };
  },
  condition: (reading, path, sent, { inner }) => {
    const read = keys(reading, path, sent, { type, if: unread, ...branching });
    const group = readConditions(reading, [...path, 'if'], sent.if, true);
    const branches = innerBranches(inner, sent);
    return read && { type: 'condition', if: group, ...branches };
  },
  split: (reading, path, sent, { split }) => {
    const read = keys(reading, path, sent, { type, branches: unread });
    const branches = split(sent.branches);
    return read && { type: 'split', branches };
  },
  add_tags: (reading, path, sent) => {
    const tags = readTags(reading, path, sent);
    return tags && { type: 'add_tags', tags };
  },
  remove_tags: (reading, path, sent) => {
    const tags = readTags(reading, path, sent);
    return tags && { type: 'remove_tags', tags };
  },
  set_attribute: (reading, path, sent) => {
    const isAbsent = (value: unknown): boolean => value === undefined || isBlank(value);
    const value = z.custom<Json>((value) => !isAbsent(value) && !jsonProblem(value), {
      error: ({ input }) => (isAbsent(input) ? 'is required. Send null to remove the attribute.' : jsonProblem(input)),
    });
    const read = keys(reading, path, sent, { type, key: filled(64), value });
    if (!read) return undefined;
    const step: Omit<StepOf<'set_attribute'>, 'id'> = { type: 'set_attribute', key: read.key, value: null };
    referToAttribute(reading, path, { key: read.key, value: sent.value as Json }, (value) => {
      step.value = value as string | number | boolean;
    });
    return step;
  },
  subscribe: (reading, path, sent) => {
    const list = readList(reading, path, sent);
    return list === undefined ? undefined : { type: 'subscribe', list };
  },
  unsubscribe: (reading, path, sent) => {
    const list = readList(reading, path, sent);
    return list === undefined ? undefined : { type: 'unsubscribe', list };
  },
  webhook: (reading, path, sent) => {
    const read = keys(reading, path, sent, { type, url: webAddress('https://shop.example/hook'), body: webhookBody });
    if (!read) return undefined;
    reading.urls.push({ path: [...path, 'url'], url: read.url });
    for (const { path: at, text } of textsIn(read.body))
      reading.liquid.push({ path: [...path, 'body', ...at], source: text });
    return { type: 'webhook', url: read.url, ...(read.body !== undefined && { body: read.body }) };
  },
  exit: (reading, path, sent) => keys(reading, path, sent, { type }) && { type: 'exit' },
};

export const STEP_TYPES = Object.keys(READ_STEP) as [StepType, ...StepType[]];

const keys = <Shape extends Record<string, z.ZodType>>(
  reading: Reading,
  path: Path,
  sent: Record<string, unknown>,
  shape: Shape,
) => reading.keys(path, sent, shape, `a step of type ${sent.type}`, 'id');

/** In the order of the text, so that issues come in that order. */
const innerBranches = (inner: Within['inner'], sent: Record<string, unknown>) => {
  const [then, otherwise] = [inner('then', sent.then), inner('else', sent.else)];
  return { then, else: otherwise };
};

const webhookBody = z.unknown().superRefine((body, context) => {
  const problem =
    jsonProblem(body) ?? (tooLong(body) ? `must not be greater than ${MAX_BODY_CHARACTERS} characters.` : undefined);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

const tooLong = (body: unknown): boolean => body !== undefined && JSON.stringify(body).length > MAX_BODY_CHARACTERS;

const until = record({ time: timeOfDay(), weekdays: weekdays() });

const WAITS = ['for', 'until', 'until_attribute'] as const;

function readWait(reading: Reading, path: Path, sent: Record<string, unknown>): Omit<StepOf<'wait'>, 'id'> | undefined {
  const moments = { until: unread, until_attribute: filled(64).nullish(), offset: shift().nullish() };
  const read = keys(reading, path, sent, { type, for: waiting().nullish(), ...moments, time: timeOfDay().nullish() });
  const [way, second] = WAITS.filter((key) => sent[key] !== undefined && sent[key] !== null);
  if (way === undefined)
    return void reading.complain([...path, 'for'], 'is required, unless until or until_attribute is given.');
  if (second !== undefined) return void reading.complain([...path, second], `cannot be used together with ${way}.`);
  for (const key of ['offset', 'time'] as const) {
    if (way !== 'until_attribute' && sent[key] != null)
      reading.complain([...path, key], 'can only be used together with until_attribute.');
  }
  if (way === 'until') {
    const at = reading.keys([...path, 'until'], sent.until, until.shape, 'until');
    return (
      read &&
      at && { type: 'wait', until: { time: at.time, ...(at.weekdays && { weekdays: [...new Set(at.weekdays)] }) } }
    );
  }
  if (read?.until_attribute !== undefined) referToDate(reading, [...path, 'until_attribute'], read.until_attribute);
  if (!read) return undefined;
  const { until: _, ...rest } = read;
  return { ...rest, type: 'wait' };
}

const tags = listOf(tagName(), 1, MAX_TAGS);

function readTags(reading: Reading, path: Path, sent: Record<string, unknown>): string[] | undefined {
  const read = keys(reading, path, sent, { type, tags });
  const names = new Map<string, string>();
  for (const name of read?.tags ?? []) if (!names.has(slugOf(name))) names.set(slugOf(name), name);
  return read && [...names.values()];
}

function readList(reading: Reading, path: Path, sent: Record<string, unknown>) {
  const read = keys(reading, path, sent, { type, list: idRule('a list') });
  if (!read) return undefined;
  referToList(reading, [...path, 'list'], read.list);
  return read.list;
}
