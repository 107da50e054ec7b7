import { isObject, rulesOf } from '../../segments/conditions.ts';
import { misspelling } from '../../segments/property-spelling.ts';
import { isTriggerProperty } from '../../segments/trigger-property.ts';
import type { Trigger } from './definition.ts';
import type { Path, Reading } from './reading.ts';
import { textsIn } from './texts-in.ts';

// `{"trigger_property": "cart"}` may replace a value where a run's event has properties; Liquid may not.

/** The triggers that bring event properties. */
const WITH_EVENT: readonly Trigger['type'][] = ['event', 'api'];

const IN_TRIGGER =
  'must be a value. A trigger cannot compare its event with itself. Use trigger_property in exits, wait_for steps and conditions.';
const NOT_OF_EVENT =
  'must be a value. Only conditions on events (rules of type event and trigger_event) can compare with a trigger_property.';
const noEvent = (type: string): string =>
  `must be a value. trigger_property needs a trigger of type event or api; this trigger has type ${type}.`;

const MOST = 50;
const LIQUID = /\{\{|\{%/;
const OUTPUT = /^\{\{-?([^{}]+?)-?\}\}$/;

/** Checks the values in `where` of an event. `of`: whether it is the trigger's event. */
export function judgeWhere(reading: Reading, path: Path, given: unknown, of: 'trigger' | 'run' = 'run'): void {
  if (!isObject(given) || !Array.isArray(given.where)) return;
  for (const [index, condition] of given.where.slice(0, MOST).entries()) {
    if (!isObject(condition)) continue;
    const at = [...path, 'where', index, 'value'];
    if (of === 'trigger' && isTriggerProperty(condition.value)) reading.complain(at, IN_TRIGGER);
    else judgeValue(reading, at, condition.value);
  }
}

/** Checks the values of rules. */
export function judgeRules(reading: Reading, path: Path, given: unknown): void {
  for (const { path: place, rule } of rulesOf(given)) {
    const at = [...path, ...place.slice(1)];
    if (rule.type === 'event') judgeWhere(reading, [...at, 'value'], rule.value);
    else if (rule.type === 'trigger_event' || !isTriggerProperty(rule.value)) {
      judgeValue(reading, [...at, 'value'], rule.value);
    } else reading.complain([...at, 'value'], NOT_OF_EVENT);
  }
}

function judgeValue(reading: Reading, path: Path, value: unknown): void {
  if (isTriggerProperty(value)) {
    const { trigger } = reading;
    if (trigger !== undefined && !WITH_EVENT.includes(trigger)) reading.complain(path, noEvent(trigger));
    if (typeof value.trigger_property === 'string') reading.compared.push({ path, property: value.trigger_property });
    return;
  }
  for (const { path: place, text } of textsIn(value)) {
    if (LIQUID.test(text)) reading.complain([...path, ...place], asLiquid(text));
  }
}

/** Compared as text, it would match nobody. */
function asLiquid(text: string): string {
  const inside = OUTPUT.exec(text.trim())?.[1]?.trim() ?? '';
  const meant = /^event\.([\w.-]+)$/.exec(inside)?.[1] ?? inside;
  const property = /^[\w.-]+$/.test(meant) && misspelling(meant) === undefined ? meant : 'cart';
  return `must not be Liquid, which is not rendered here. To compare with the event that started the run, write {"trigger_property": "${property}"}.`;
}
