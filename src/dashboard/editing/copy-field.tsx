import { Button, Code, CopyButton, Group, Text } from '@mantine/core';
import { useEditingText } from './texts.ts';

/** A text for another program, with a copy button. Screen readers always read `label`; it is visible only if `visible`. */
export function CopyField({ label, value, visible = true }: { label: string; value: string; visible?: boolean }) {
  const t = useEditingText();
  return (
    <div>
      {visible && (
        <Text size="sm" fw={500} mb={4}>
          {label}
        </Text>
      )}
      <Group wrap="nowrap" align="flex-start" gap="xs">
        <Code
          block
          tabIndex={0}
          aria-label={label}
          role="textbox"
          aria-readonly
          style={{ flex: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: 240, overflow: 'auto' }}
        >
          {value}
        </Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="xs"
              onClick={copy}
              style={{ flexShrink: 0 }}
              aria-label={t('copyOf', { label })}
            >
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </div>
  );
}
