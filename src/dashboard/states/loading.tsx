import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useStateText } from './texts.ts';

/** The loading state: grey lines of about the expected height. */
export function Loading({ lines = 4 }: { lines?: number }) {
  const t = useStateText();
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <Skeleton key={line} height={28} />
      ))}
    </Stack>
  );
}
