import { Text } from '@mantine/core';
import { ScreenTitle } from '../shell/title.tsx';
import { useStateText } from './texts.ts';

/** Shown for an address without a screen, or of a missing row. */
export function NotFound() {
  const t = useStateText();
  return (
    <>
      <ScreenTitle>{t('notFound')}</ScreenTitle>
      <Text>{t('notFoundHint')}</Text>
    </>
  );
}
