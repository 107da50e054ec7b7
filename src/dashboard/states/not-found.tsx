import { Text } from '@mantine/core';
import { ScreenTitle } from '../shell/title.tsx';
import { useStateText } from './texts.ts';

/** An address that leads nowhere, or to a row that is not there. */
export function NotFound() {
  const t = useStateText();
  return (
    <>
      <ScreenTitle>{t('notFound')}</ScreenTitle>
      <Text>{t('notFoundHint')}</Text>
    </>
  );
}
