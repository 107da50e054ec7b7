import { ColorInput, Group, NativeSelect } from '@mantine/core';
import { useBlockText } from './texts.ts';

const NAMED = ['brand', 'on_brand', 'quiet', 'page'] as const;
const DEFAULT_COLOUR = '#1f5f5b';

interface Props {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A colour: the default, one named by its purpose, or a custom one. */
export function ColourField({ label, value, error, onChange }: Props) {
  const t = useBlockText();
  const named = NAMED.find((one) => one === value);
  const kind = named ?? (value === '' ? '' : 'custom');
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
      <NativeSelect
        label={label}
        error={error}
        flex={1}
        value={kind}
        data={[
          { value: '', label: t('default') },
          ...NAMED.map((value) => ({ value, label: t(`c_${value}`) })),
          { value: 'custom', label: t('c_custom') },
        ]}
        onChange={({ currentTarget: { value } }) => onChange(value === 'custom' ? DEFAULT_COLOUR : value)}
      />
      {kind === 'custom' && (
        <ColorInput
          aria-label={t('colourOf', { label })}
          value={value}
          onChange={onChange}
          withEyeDropper={false}
          popoverProps={{ transitionProps: { duration: 0 } }}
          w={128}
        />
      )}
    </Group>
  );
}
