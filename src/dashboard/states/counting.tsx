import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStateText } from './texts.ts';

/**
 * A number that is still being counted, before its label. Only the number is grey: it follows, and
 * everything around it can be used meanwhile.
 */
export function Counting({ children }: { children: ReactNode }) {
  const t = useStateText();
  return (
    <Text fw={600} size="lg" role="status" aria-busy>
      <VisuallyHidden>{t('counting')}</VisuallyHidden>
      <Skeleton component="span" display="inline-block" width="4ch" height="0.8em" data-counting aria-hidden />{' '}
      {children}
    </Text>
  );
}
