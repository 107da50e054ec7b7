import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useNewImportText } from './new-import-texts.ts';
import { pastedFile } from './pasted-file.ts';

/** Pasted addresses, or cells of a spreadsheet, in place of a file. */
export function PastePeople({ onFile, onCancel }: { onFile(file: File): void; onCancel(): void }) {
  const t = useNewImportText();
  const [text, setText] = useState('');
  const isEmpty = text.trim() === '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) onFile(pastedFile(text, `${t('pastedPeople')}.csv`));
      }}
    >
      <Stack gap="xs">
        <Textarea
          label={t('pasteLabel')}
          description={t('pasteHint')}
          placeholder={'ann@example.com\nBen Miller <ben@example.com>'}
          autosize
          minRows={5}
          maxRows={15}
          data-autofocus
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        <Group>
          <Button type="submit" disabled={isEmpty}>
            {t('continue')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('chooseFileInstead')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
