import { useTranslation } from 'react-i18next';
import { localeFor } from '../../texts/language.ts';
import { partsOfDuration } from './definition/duration.ts';
import { type Branch, branchesOf, isPart, type Part, partsOf, type Step, textOf } from './definition/step.ts';
import { findStep, type Place } from './definition/tree.ts';
import { useFieldText } from './field-texts.ts';
import { useStepText } from './step-texts.ts';

/** The words for steps, triggers and positions. `nameOf` returns the name of a list or segment by its id. */
export function useWords(nameOf: (id: string) => string | undefined = () => undefined) {
  const say = useStepText();
  const sayField = useFieldText();
  const locale = localeFor(useTranslation().i18n.language);
  const together = new Intl.ListFormat(locale, { type: 'unit' });

  const duration = (iso: string): string => {
    const parts = partsOfDuration(iso);
    if (!parts) return iso;
    return together.format(
      parts.map(({ amount, unit }) =>
        new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(amount),
      ),
    );
  };
  const chosen = (text: string): string => text || say('toChoose');
  const eventOf = (part: Part): string => chosen(isPart(part.event) ? textOf(part.event, 'name') : '');
  const tags = (part: Part): string => chosen(Array.isArray(part.tags) ? part.tags.join(', ') : '');
  const rules = (group: unknown): string => {
    const count = isPart(group) && Array.isArray(group.rules) ? group.rules.length : 0;
    return count === 0 ? say('toChoose') : say('rules', { count });
  };
  const named = (part: Part, key: string): string => chosen(nameOf(textOf(part, key)) ?? textOf(part, key));

  const wait = (step: Part): string => {
    if (isPart(step.until)) {
      const time = textOf(step.until, 'time');
      const days = Array.isArray(step.until.weekdays) ? step.until.weekdays.map((day) => sayField(day)) : [];
      return days.length > 0 ? say('waitUntilOn', { time, days: together.format(days) }) : say('waitUntil', { time });
    }
    if ('until_attribute' in step) return say('waitAttribute', { field: chosen(textOf(step, 'until_attribute')) });
    return duration(textOf(step, 'for'));
  };

  /** The summary of a step, without its type. */
  const summary = (step: Step): string => {
    switch (step.type) {
      case 'send':
        return chosen(textOf(step, 'template'));
      case 'wait':
        return wait(step);
      case 'wait_for':
        return say('within', { event: eventOf(step), duration: duration(textOf(step, 'timeout')) });
      case 'condition':
        return rules(step.if);
      case 'split':
        return together.format(
          partsOf(step.branches).map((branch) => say('branch', { ...branch, percent: Number(branch.percent ?? 0) })),
        );
      case 'add_tags':
      case 'remove_tags':
        return tags(step);
      case 'set_attribute':
        return step.value === null
          ? say('removed', { key: chosen(textOf(step, 'key')) })
          : say('setTo', { key: chosen(textOf(step, 'key')), value: String(step.value) });
      case 'subscribe':
      case 'unsubscribe':
        return named(step, 'list');
      case 'webhook':
        return chosen(textOf(step, 'url'));
      case 'exit':
        return '';
    }
  };
  const label = (step: Step): string => [say(step.type), summary(step)].filter(Boolean).join(': ');

  const branch = (step: Step, { way, name }: Branch): string => {
    if (typeof way === 'number')
      return say('branch', { name, percent: Number(partsOf(step.branches)[way]?.percent ?? 0) });
    return step.type === 'wait_for' ? say(`${way}Of_wait_for`) : say(`${way}Of_condition`);
  };

  /** The trigger of an automation, with its subject. */
  const trigger = (part: Part): string => {
    const about = ['name', 'tag', 'field', 'template', 'url'].map((key) => textOf(part, key)).find(Boolean);
    const segment = nameOf(textOf(part, 'segment'));
    return [say(textOf(part, 'type') as 'api'), about ?? segment].filter(Boolean).join(': ');
  };
  const entry = (part: Part): string => say(`again_${textOf(part, 'again') || 'after_end'}` as 'again_never');
  /** When e-mails leave. */
  const window = (part: Part | null): string => {
    if (!part) return say('anyTime');
    const times = say('between', { from: textOf(part, 'from'), to: textOf(part, 'to') });
    const days = Array.isArray(part.weekdays) ? part.weekdays.map((day) => sayField(day)) : [];
    return days.length > 0 ? `${times}, ${together.format(days)}` : times;
  };
  const exits = (parts: readonly Part[]): string =>
    parts.length === 0 ? say('noExits') : say('exitCount', { count: parts.length });

  /** Where a place is: after a step, or at the beginning. */
  const place = (steps: readonly Step[], { within, index }: Place): string => {
    const owner = findStep(steps, within?.step)?.step;
    const way = owner && branchesOf(owner).find((one) => one.way === within?.way);
    const before = (way ? way.steps : steps)[index - 1];
    if (before) return say('after', { step: label(before) });
    return owner && way ? say('beginningOf', { branch: branch(owner, way), step: label(owner) }) : say('beginning');
  };

  return {
    duration,
    summary,
    label,
    branch,
    trigger,
    entry,
    exits,
    window,
    place,
    kind: (step: Step) => say(step.type),
  };
}

export type Words = ReturnType<typeof useWords>;
