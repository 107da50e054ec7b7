import { Chip, Group, Input, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { NumberEntry } from '../../../../numbers/number-entry.tsx';
import { useRecurrenceText } from './recurrence-texts.ts';
import { readRule, type SimpleRule, UNITS, WEEKDAYS, writeRule } from './rule.ts';

const CUSTOM = 'CUSTOM';
const DAYS = [...Array.from({ length: 31 }, (_, index) => index + 1), -1];
const STEPS = { DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months' } as const;

interface Props {
  /** As RFC 5545 writes it. */
  rule: string;
  error: string | undefined;
  onChange(rule: string): void;
}

/** How often a campaign is repeated: by fields, or as a rule (RFC 5545) if the fields cannot show it. */
export function RuleFields({ rule, error, onChange }: Props) {
  const t = useRecurrenceText();
  const read = readRule(rule);
  const [isCustom, setCustom] = useState(read === undefined);
  const simple = isCustom ? undefined : read;
  const put = (part: Partial<SimpleRule>) => simple && onChange(writeRule({ ...simple, ...part }));
  const choose = (value: string) => {
    setCustom(value === CUSTOM);
    const unit = UNITS.find((one) => one === value);
    if (unit) onChange(writeRule({ unit, interval: 1, weekdays: [] }));
  };
  return (
    <Stack>
      <Group align="flex-end" grow preventGrowOverflow={false}>
        <NativeSelect
          label={t('repeats')}
          value={simple?.unit ?? CUSTOM}
          error={simple && error}
          data={[...UNITS, CUSTOM].map((value) => ({ value, label: t(value as keyof typeof STEPS | typeof CUSTOM) }))}
          onChange={({ currentTarget: { value } }) => choose(value)}
        />
        {simple && (
          <NumberEntry
            decimals={0}
            label={t('every')}
            suffix={t(STEPS[simple.unit], { count: simple.interval })}
            rightSectionWidth="5rem"
            value={simple.interval}
            onChange={(interval) => interval && put({ interval })}
          />
        )}
      </Group>
      {simple?.unit === 'WEEKLY' && <Weekdays chosen={simple.weekdays} onChange={(weekdays) => put({ weekdays })} />}
      {simple?.unit === 'MONTHLY' && (
        <NativeSelect
          label={t('dayOfMonth')}
          value={simple.day ?? ''}
          data={[
            { value: '', label: t('dayOfFirst') },
            ...DAYS.map((day) => ({ value: String(day), label: day < 0 ? t('lastDay') : String(day) })),
          ]}
          onChange={({ currentTarget: { value } }) => put({ day: value === '' ? undefined : Number(value) })}
        />
      )}
      {!simple && (
        <TextInput
          label={t('rule')}
          description={t('ruleHint')}
          value={rule}
          error={error}
          onChange={({ currentTarget: { value } }) => onChange(value)}
        />
      )}
    </Stack>
  );
}

function Weekdays({
  chosen,
  onChange,
}: {
  chosen: SimpleRule['weekdays'];
  onChange(days: SimpleRule['weekdays']): void;
}) {
  const t = useRecurrenceText();
  return (
    <Input.Wrapper label={t('weekdays')} labelElement="div">
      <Chip.Group multiple value={chosen} onChange={(days) => onChange(WEEKDAYS.filter((day) => days.includes(day)))}>
        <Group gap={4}>
          {WEEKDAYS.map((day) => (
            <Chip key={day} value={day} size="xs">
              {t(day)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}
