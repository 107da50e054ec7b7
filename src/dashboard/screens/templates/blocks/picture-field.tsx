import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ImageIcon } from '@radix-ui/react-icons';
import { LiquidText } from '../liquid-text.tsx';
import { PicturePicker } from './picture-picker.tsx';
import { useBlockText } from './texts.ts';

interface Props {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The address of a picture: written, or chosen among those of the team. */
export function PictureField({ label, value, error, onChange }: Props) {
  const t = useBlockText();
  const [opened, { open, close }] = useDisclosure();
  return (
    <Stack gap={6}>
      <LiquidText label={label} value={value} error={error} onChange={onChange} />
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<ImageIcon />}
        aria-label={t('chooseImageFor', { label })}
        onClick={open}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('chooseImage')}
      </Button>
      {opened && (
        <PicturePicker
          onClose={close}
          onPick={(url) => {
            onChange(url);
            close();
          }}
        />
      )}
    </Stack>
  );
}
