import { Button, Collapse, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChevronDownIcon, ChevronRightIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { CodeEditor } from '../../../code/code-editor.tsx';
import { readVariables, saveExample } from '../../../mail/example-variables.ts';
import { usePreviewText } from './texts.ts';

interface Props {
  id: string;
  variables: Record<string, unknown>;
  onChange: (variables: Record<string, unknown>) => void;
}

/** Sample variables for the preview and tests, in place of those from a program. */
export function Example({ id, variables, onChange }: Props) {
  const t = usePreviewText();
  const [opened, { toggle }] = useDisclosure();
  const [json, setJson] = useState(() => JSON.stringify(variables, null, 2));
  const isWrong = readVariables(json) === undefined;
  const write = (json: string) => {
    setJson(json);
    const read = readVariables(json);
    if (!read) return;
    saveExample(id, read);
    onChange(read);
  };
  return (
    <Stack gap="xs" align="stretch">
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={opened ? <ChevronDownIcon /> : <ChevronRightIcon />}
        aria-expanded={opened}
        onClick={toggle}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('example')}
      </Button>
      <Collapse expanded={opened} transitionDuration={0}>
        {opened && (
          <Stack gap={4}>
            <Text size="sm" c="dimmed">
              {t('exampleHint')}
            </Text>
            <CodeEditor label={t('exampleLabel')} language="json" value={json} onChange={write} height={200} />
            <Text size="sm" c="var(--mantine-color-error)" role="status">
              {isWrong && t('exampleInvalid')}
            </Text>
          </Stack>
        )}
      </Collapse>
    </Stack>
  );
}
