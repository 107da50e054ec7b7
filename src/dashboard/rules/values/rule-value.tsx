import { NativeSelect } from '@mantine/core';
import { CAUSES, useCauseText } from '../cause-texts.ts';
import type { PropertyKind, ValueKind } from '../grammar.ts';
import { partsOf, textOf, withoutEmpty } from '../json.ts';
import { useRulesText } from '../texts.ts';
import { DateRange, OneDate } from './dates.tsx';
import { EventValue } from './event-value.tsx';
import { CampaignPick, TemplatePick } from './mails.tsx';
import { DayCount, NumberRange, OneNumber, Percent } from './numbers.tsx';
import { OpenedCampaign, OpenedTemplate } from './opens.tsx';
import { LastOrder, Orders, Total } from './revenue.tsx';
import { SegmentPick } from './segment-pick.tsx';
import { OneText, TagTexts, Texts } from './texts.tsx';
import { Within } from './within.tsx';

/** The props of every value editor: a JSON value of unknown form, and a change handler. */
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

/** The editor of an operand. */
export function RuleValue({ kind, ...props }: ValueProps & { kind: ValueKind }) {
  const Editor = (EDITORS as Partial<Record<ValueKind, (props: ValueProps) => React.ReactNode>>)[kind];
  return Editor ? <Editor {...props} /> : null;
}

/** The cause of bounces, and within how many days. */
function Bounces({ value, onChange }: ValueProps) {
  const t = useRulesText();
  const cause = useCauseText();
  const parts = partsOf(value);
  return (
    <>
      <NativeSelect
        aria-label={t('cause')}
        value={textOf(parts.cause)}
        data={[{ value: '', label: t('anyCause') }, ...CAUSES.map((one) => ({ value: one, label: cause(one) }))]}
        onChange={(event) => onChange(withoutEmpty({ ...parts, cause: event.currentTarget.value }))}
      />
      <Within parts={parts} onChange={onChange} />
    </>
  );
}
