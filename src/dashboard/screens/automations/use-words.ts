import { useTranslation } from 'react-i18next';
import { localeFor } from '../../texts/language.ts';
import { partsOfDuration } from './definition/duration.ts';
import { type Branch, branchesOf, isPart, type Part, partsOf, type Step, textOf } from './definition/step.ts';
import { findStep, type Slot } from './definition/tree.ts';
import { useFieldText } from './field-texts.ts';
import { useStepText } from './step-texts.ts';

/** The words for steps, triggers and positions. `nameOf` returns the name of a list or segment by its id. */
export function useWords(nameOf: (id: string) => string | undefined = () => undefined) {
  const t = useStepText();
  const tField = useFieldText();
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
  const chosen = (text: string): string => text || t('notSet');
  const eventOf = (part: Part): string => chosen(isPart(part.event) ? textOf(part.event, 'name') : '');
  const tags = (part: Part): string => chosen(Array.isArray(part.tags) ? part.tags.join(', ') : '');
  const rules = (group: unknown): string => {
    const count = isPart(group) && Array.isArray(group.rules) ? group.rules.length : 0;
    return count === 0 ? t('notSet') : t('rules', { count });
  };
  const named = (part: Part, key: string): string => chosen(nameOf(textOf(part, key)) ?? textOf(part, key));

  const wait = (step: Part): string => {
    if (isPart(step.until)) {
      const time = textOf(step.until, 'time');
      const days = Array.isArray(step.until.weekdays) ? step.until.weekdays.map((day) => tField(day)) : [];
      return days.length > 0 ? t('waitUntilOn', { time, days: together.format(days) }) : t('waitUntil', { time });
    }
    if ('until_attribute' in step) return t('waitAttribute', { field: chosen(textOf(step, 'until_attribute')) });
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
        return t('within', { event: eventOf(step), duration: duration(textOf(step, 'timeout')) });
      case 'condition':
        return rules(step.if);
      case 'split':
        return together.format(
          partsOf(step.branches).map((branch) => t('branch', { ...branch, percent: Number(branch.percent ?? 0) })),
        );
      case 'add_tags':
      case 'remove_tags':
        return tags(step);
      case 'set_attribute':
        return step.value === null
          ? t('cleared', { key: chosen(textOf(step, 'key')) })
          : t('setTo', { key: chosen(textOf(step, 'key')), value: String(step.value) });
      case 'subscribe':
      case 'unsubscribe':
        return named(step, 'list');
      case 'webhook':
        return chosen(textOf(step, 'url'));
      case 'exit':
        return '';
    }
  };
  const label = (step: Step): string => [t(step.type), summary(step)].filter(Boolean).join(': ');

  const branch = (step: Step, { branchKey, name }: Branch): string => {
    if (typeof branchKey === 'number')
      return t('branch', { name, percent: Number(partsOf(step.branches)[branchKey]?.percent ?? 0) });
    return step.type === 'wait_for' ? t(`${branchKey}Of_wait_for`) : t(`${branchKey}Of_condition`);
  };

  /** The trigger of an automation, with its subject. */
  const trigger = (part: Part): string => {
    const about = ['name', 'tag', 'field', 'template', 'url'].map((key) => textOf(part, key)).find(Boolean);
    const segment = nameOf(textOf(part, 'segment'));
    return [t(textOf(part, 'type') as 'api'), about ?? segment].filter(Boolean).join(': ');
  };
  const entry = (part: Part): string => t(`again_${textOf(part, 'again') || 'after_end'}` as 'again_never');
  /** When e-mails are sent. */
  const window = (part: Part | null): string => {
    if (!part) return t('anyTime');
    const times = t('between', { from: textOf(part, 'from'), to: textOf(part, 'to') });
    const days = Array.isArray(part.weekdays) ? part.weekdays.map((day) => tField(day)) : [];
    return days.length > 0 ? `${times}, ${together.format(days)}` : times;
  };
  const exits = (parts: readonly Part[]): string =>
    parts.length === 0 ? t('defaultExit') : t('exitCount', { count: parts.length });

  /** Where a slot is: after a step, or at the start. */
  const slot = (steps: readonly Step[], { within, index }: Slot): string => {
    const owner = findStep(steps, within?.step)?.step;
    const inside = owner && branchesOf(owner).find((one) => one.branchKey === within?.branchKey);
    const before = (inside ? inside.steps : steps)[index - 1];
    if (before) return t('afterStep', { step: label(before) });
    return owner && inside ? t('atBranchStart', { branch: branch(owner, inside), step: label(owner) }) : t('atStart');
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
    slot,
    kind: (step: Step) => t(step.type),
  };
}

export type Words = ReturnType<typeof useWords>;
