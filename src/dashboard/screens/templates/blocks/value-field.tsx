import { Input, NativeSelect, SegmentedControl, Switch } from '@mantine/core';
import { CodeEditor } from '../../../code/code-editor.tsx';
import { NumberEntry } from '../../../numbers/number-entry.tsx';
import { LiquidText } from '../liquid-text.tsx';
import { ColourField } from './colour-field.tsx';
import type { Value } from './document.ts';
import { useFieldLabel } from './field-label.ts';
import type { Field } from './fields.ts';
import { PictureField } from './picture-field.tsx';
import { useBlockText } from './texts.ts';

interface Props {
  field: Exclude<Field, { as: 'list' }>;
  value: Value | undefined;
  error: string | undefined;
  onChange: (value: Value | undefined) => void;
}

const ALIGNS = ['left', 'center', 'right'] as const;

/** The side on which a line begins or ends in its language. Offered where a ready-made template has it. */
const SIDES = ['start', 'end'] as const;

/** The editor of one block value, by its type. */
export function ValueField({ field, value, error, onChange }: Props) {
  const t = useBlockText();
  const label = useFieldLabel()((field.as === 'flag' && field.label) || field.key);
  const text = typeof value === 'string' ? value : '';
  const write = (text: string) => onChange(text === '' && field.optional ? undefined : text);
  switch (field.as) {
    case 'line':
    case 'address':
      return <LiquidText label={label} error={error} value={text} onChange={write} />;
    case 'text':
      return <LiquidText label={label} error={error} value={text} onChange={write} lines />;
    case 'picture':
      return <PictureField label={label} error={error} value={text} onChange={write} />;
    case 'code':
      return <CodeEditor label={label} language="html" value={text} onChange={write} height={260} />;
    case 'colour':
      return <ColourField label={label} error={error} value={text} onChange={write} />;
    case 'flag':
      return (
        <Switch
          label={label}
          checked={value === true}
          onChange={({ currentTarget: { checked } }) => onChange(checked || undefined)}
        />
      );
    case 'number':
      return (
        <NumberEntry
          decimals={0}
          label={label}
          error={error}
          placeholder={t('default')}
          value={typeof value === 'number' ? value : undefined}
          onChange={(given) => onChange(typeof given === 'number' ? given : undefined)}
        />
      );
    case 'align':
      // Five do not fit beside each other.
      if (SIDES.some((side) => side === text))
        return (
          <NativeSelect
            label={label}
            error={error}
            value={text}
            data={[
              ...(['default', ...ALIGNS] as const).map((value) => ({ value, label: t(value) })),
              ...SIDES.map((value) => ({ value, label: t(`side_${value}`) })),
            ]}
            onChange={({ currentTarget: { value } }) => onChange([...ALIGNS, ...SIDES].find((one) => one === value))}
          />
        );
      return (
        <Input.Wrapper label={label} labelElement="div" error={error}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={label}
            transitionDuration={0}
            value={text || 'default'}
            data={['default' as const, ...ALIGNS].map((value) => ({ value, label: t(value) }))}
            onChange={(value) => onChange(ALIGNS.find((one) => one === value))}
          />
        </Input.Wrapper>
      );
    case 'choice':
      return (
        <NativeSelect
          label={label}
          error={error}
          value={String(value ?? '')}
          data={[
            ...(field.optional ? [{ value: '', label: t('default') }] : []),
            ...field.of.map((one) => ({ value: String(one), label: String(one) })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange(field.of.find((one) => String(one) === value))}
        />
      );
  }
}
