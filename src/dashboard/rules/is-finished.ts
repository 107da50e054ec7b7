import type { RuleDraft } from './draft.ts';
import type { ValueKind } from './grammar.ts';
import { listOf, mailParts, partsOf, textOf } from './json.ts';
import { operatorsOfProperty, propertyOf } from './property.ts';
import { triggerPropertyOf } from './trigger-properties.ts';

const isFilled = (value: unknown): boolean => typeof value === 'number' || textOf(value).trim() !== '';
const areFilled = (value: unknown, least: number): boolean => {
  const all = listOf(value);
  return all.length >= least && all.every(isFilled);
};

const hasCampaign = (value: unknown): boolean => isFilled(mailParts('campaign', value).campaign);
const hasTemplate = (value: unknown): boolean => isFilled(mailParts('template', value).template);

const FINISHED: Record<ValueKind, (value: unknown) => boolean> = {
  none: () => true,
  text: isFilled,
  language: isFilled,
  date: isFilled,
  segment: isFilled,
  days: isFilled,
  percent: isFilled,
  number: isFilled,
  amount: isFilled,
  currency: isFilled,
  numberList: (value) => areFilled(value, 1),
  amounts: (value) => areFilled(value, 2),
  amountList: (value) => areFilled(value, 1),
  currencies: (value) => areFilled(value, 1),
  texts: (value) => areFilled(value, 1),
  tags: (value) => areFilled(value, 1),
  languages: (value) => areFilled(value, 1),
  numbers: (value) => areFilled(value, 2),
  dates: (value) => areFilled(value, 2),
  event: (value) => isFilled(partsOf(value).name) && listOf(partsOf(value).where).every(isAsked),
  campaign: hasCampaign,
  campaignOpens: hasCampaign,
  template: hasTemplate,
  templateOpens: hasTemplate,
  bounces: () => true,
  total: (value) => isFilled(partsOf(value).amount) && isFilled(partsOf(value).currency),
  orders: (value) => isFilled(partsOf(value).count),
  lastOrder: (value) => isFilled(partsOf(value).within_days),
};

/** Whether a property condition has a property and an operand. */
function isAsked(row: unknown): boolean {
  const asked = propertyOf(partsOf(row));
  // A count knows no run, and so no trigger event.
  if (triggerPropertyOf(asked.value) !== undefined) return false;
  const kind = operatorsOfProperty(asked)[asked.operator];
  return isFilled(asked.property) && !asked.property.endsWith('.') && kind !== undefined && FINISHED[kind](asked.value);
}

/** Whether a rule is complete: only complete rules are counted. The server validates them. */
export const isFinished = ({ type, field, property, value }: RuleDraft, kind: ValueKind | undefined): boolean =>
  kind !== undefined &&
  (type !== 'attribute' || isFilled(field)) &&
  (type !== 'trigger_event' || isFilled(property)) &&
  FINISHED[kind](value);
