import { Accordion, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useEditingText } from './texts.ts';

/** Settings that few people need, folded away. They open when one of them is refused: `isWrong`. */
export function MoreSettings({ isWrong = false, children }: { isWrong?: boolean; children: ReactNode }) {
  const t = useEditingText();
  const [opened, setOpened] = useState<string | null>(null);
  useEffect(() => {
    if (isWrong) setOpened('more');
  }, [isWrong]);
  return (
    <Accordion variant="contained" transitionDuration={0} value={opened} onChange={setOpened}>
      <Accordion.Item value="more">
        <Accordion.Control>{t('moreSettings')}</Accordion.Control>
        <Accordion.Panel>
          <Stack>{children}</Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
