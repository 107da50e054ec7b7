import { Button, Code, CopyButton, Group, Text } from '@mantine/core';
import { useEditingText } from './texts.ts';

/** A text for another program, with a button that copies it. `label` says what it is, to the eye only if `visible`. */
export function Copied({ label, value, visible = true }: { label: string; value: string; visible?: boolean }) {
  const say = useEditingText();
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
              aria-label={say('copyOf', { label })}
            >
              {copied ? say('copied') : say('copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </div>
  );
}
