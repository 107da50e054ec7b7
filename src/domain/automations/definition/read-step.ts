import { z } from 'zod';
import { isAbsent } from '../../../validation/blank.ts';
import type { Json } from '../../../validation/json.ts';
import { slugOf } from '../../audience/tags.ts';
import { rulesOf } from './declared.ts';
import type { Branch, Step, StepOf, StepType } from './definition.ts';
import { readConditions, readEvent } from './read-parts.ts';
import { readWindow } from './read-window.ts';
import type { Path, Reading } from './reading.ts';
import { referToAttribute, referToDate, referToList, referToTemplate } from './refer.ts';
import { STEP_FIELDS, UNTIL_FIELDS } from './step-fields.ts';
import { textsIn } from './texts-in.ts';

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

const type = z.unknown();

/** Reads a step of each type, without its id. Undefined, with an issue, if it is invalid. */
export const READ_STEP: { [Type in StepType]: ReadStep<Type> } = {
  send: (reading, path, sent) => {
    const read = keys(reading, path, sent, 'send');
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
    const read = keys(reading, path, sent, 'wait_for');
    const event = readEvent(reading, [...path, 'event'], sent.event);
    const branches = innerBranches(inner, sent);
    return read && event && { type: 'wait_for', event, timeout: read.timeout, ...branches };
  },
  condition: (reading, path, sent, { inner }) => {
    const read = keys(reading, path, sent, 'condition');
    const group = readConditions(reading, [...path, 'if'], sent.if, true);
    const branches = innerBranches(inner, sent);
    return read && { type: 'condition', if: group, ...branches };
  },
  split: (reading, path, sent, { split }) => {
    const read = keys(reading, path, sent, 'split');
    const branches = split(sent.branches);
    return read && { type: 'split', branches };
  },
  add_tags: (reading, path, sent) => {
    const tags = readTags(reading, path, sent, 'add_tags');
    return tags && { type: 'add_tags', tags };
  },
  remove_tags: (reading, path, sent) => {
    const tags = readTags(reading, path, sent, 'remove_tags');
    return tags && { type: 'remove_tags', tags };
  },
  set_attribute: (reading, path, sent) => {
    const read = keys(reading, path, sent, 'set_attribute');
    if (!read) return undefined;
    const step: Omit<StepOf<'set_attribute'>, 'id'> = { type: 'set_attribute', key: read.key, value: null };
    referToAttribute(reading, path, { key: read.key, value: sent.value as Json }, (value) => {
      step.value = value as string | number | boolean;
    });
    return step;
  },
  subscribe: (reading, path, sent) => {
    const list = readList(reading, path, sent, 'subscribe');
    return list === undefined ? undefined : { type: 'subscribe', list };
  },
  unsubscribe: (reading, path, sent) => {
    const list = readList(reading, path, sent, 'unsubscribe');
    return list === undefined ? undefined : { type: 'unsubscribe', list };
  },
  webhook: (reading, path, sent) => {
    const read = keys(reading, path, sent, 'webhook');
    if (!read) return undefined;
    reading.urls.push({ path: [...path, 'url'], url: read.url });
    for (const { path: at, text } of textsIn(read.body))
      reading.liquid.push({ path: [...path, 'body', ...at], source: text });
    return { type: 'webhook', url: read.url, ...(read.body !== undefined && { body: read.body }) };
  },
  exit: (reading, path, sent) => keys(reading, path, sent, 'exit') && { type: 'exit' },
};

export const STEP_TYPES = Object.keys(READ_STEP) as [StepType, ...StepType[]];

const keys = <Type extends StepType>(reading: Reading, path: Path, sent: Record<string, unknown>, of: Type) =>
  reading.keys(path, sent, { type, ...rulesOf(STEP_FIELDS[of]) }, `a step of type ${of}`, 'id');

/** In the order of the text, so that issues come in that order. */
const innerBranches = (inner: Within['inner'], sent: Record<string, unknown>) => {
  const [then, otherwise] = [inner('then', sent.then), inner('else', sent.else)];
  return { then, else: otherwise };
};

const WAITS = ['for', 'until', 'until_attribute'] as const;

function readWait(reading: Reading, path: Path, sent: Record<string, unknown>): Omit<StepOf<'wait'>, 'id'> | undefined {
  const read = keys(reading, path, sent, 'wait');
  const [way, second] = WAITS.filter((key) => sent[key] !== undefined && sent[key] !== null);
  if (way === undefined)
    return void reading.complain([...path, 'for'], 'is required, unless until or until_attribute is given.');
  if (second !== undefined) return void reading.complain([...path, second], `cannot be used together with ${way}.`);
  for (const key of ['offset', 'time'] as const) {
    if (way !== 'until_attribute' && sent[key] != null)
      reading.complain([...path, key], 'can only be used together with until_attribute.');
  }
  if (way === 'until') {
    const at = reading.keys([...path, 'until'], sent.until, rulesOf(UNTIL_FIELDS), 'until');
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

function readTags(
  reading: Reading,
  path: Path,
  sent: Record<string, unknown>,
  type: 'add_tags' | 'remove_tags',
): string[] | undefined {
  const read = keys(reading, path, sent, type);
  const names = new Map<string, string>();
  for (const name of read?.tags ?? []) if (!names.has(slugOf(name))) names.set(slugOf(name), name);
  return read && [...names.values()];
}

function readList(reading: Reading, path: Path, sent: Record<string, unknown>, type: 'subscribe' | 'unsubscribe') {
  const read = keys(reading, path, sent, type);
  if (!read) return undefined;
  referToList(reading, [...path, 'list'], read.list);
  return read.list;
}
