import { Button, Group, Stack, Text } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import classes from './file-drop.module.css';
import { useNewImportText } from './new-import-texts.ts';

interface Props {
  file: File | undefined;
  error: string | undefined;
  onFile(file: File): void;
}

/** Where a file is dropped, or chosen by a button. */
export function FileDrop({ file, error, onFile }: Props) {
  const t = useNewImportText();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onFile(dropped);
  };
  return (
    <Stack gap={4}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keys */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Group justify="center">
          <Text size="sm" c={file ? undefined : 'dimmed'}>
            {file ? t('chosenFile', { name: file.name, kb: Math.ceil(file.size / 1024) }) : t('dropFile')}
          </Text>
          <Button variant="default" size="xs" onClick={() => input.current?.click()}>
            {file ? t('chooseAnotherFile') : t('chooseFile')}
          </Button>
        </Group>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.gz,text/csv"
          aria-label={t('chooseFile')}
          onChange={({ currentTarget }) => {
            const [picked] = currentTarget.files ?? [];
            if (picked) onFile(picked);
            currentTarget.value = ''; // the same file may be chosen again, once it was corrected
          }}
        />
      </div>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}
