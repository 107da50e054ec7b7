import type { PropertyKind, ValueKind } from '../grammar.ts';
import { Bounces } from './bounces.tsx';
import { DateRange, OneDate } from './dates.tsx';
import { EventValue } from './event-value.tsx';
import { CampaignPick, TemplatePick } from './mails.tsx';
import { DayCount, NumberRange, OneNumber, Percent } from './numbers.tsx';
import { OpenedCampaign, OpenedTemplate } from './opens.tsx';
import { LastOrder, Orders, Total } from './revenue.tsx';
import { SegmentPick } from './segment-pick.tsx';
import { OneText, TagTexts, Texts } from './texts.tsx';

/** What every editor of a value takes: the value as JSON, which may be anything, and what to do with another one. */
export interface ValueProps {
  value: unknown;
  onChange: (value: unknown) => void;
}

const EDITORS: Record<Exclude<ValueKind, 'none' | PropertyKind>, (props: ValueProps) => React.ReactNode> = {
  text: OneText,
  texts: Texts,
  language: OneText,
  languages: Texts,
  tags: TagTexts,
  days: DayCount,
  percent: Percent,
  number: OneNumber,
  numbers: NumberRange,
  date: OneDate,
  dates: DateRange,
  event: EventValue,
  campaign: CampaignPick,
  campaignOpens: OpenedCampaign,
  template: TemplatePick,
  templateOpens: OpenedTemplate,
  bounces: Bounces,
  total: Total,
  orders: Orders,
  lastOrder: LastOrder,
  segment: SegmentPick,
};

/** The editor of what follows an operator. */
export function RuleValue({ kind, ...props }: ValueProps & { kind: ValueKind }) {
  const Editor = (EDITORS as Partial<Record<ValueKind, (props: ValueProps) => React.ReactNode>>)[kind];
  return Editor ? <Editor {...props} /> : null;
}
