import { Group, Progress, Text } from '@mantine/core';
import { useFormat } from '../../../texts/use-format.ts';
import { usePreviewText } from './texts.ts';

/** In bytes: Gmail cuts off longer e-mails. */
const LIMIT = 102_400;
const CLOSE = 0.8;

/** The size of the HTML compared with Gmail's limit. */
export function Size({ html }: { html: string }) {
  const t = usePreviewText();
  const { number } = useFormat();
  const bytes = new TextEncoder().encode(html).length;
  const share = bytes / LIMIT;
  const words = t(share > 1 ? 'tooLarge' : 'size', {
    size: number(Math.ceil(bytes / 1_024)),
    limit: number(LIMIT / 1_024),
  });
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress
        value={Math.min(100, share * 100)}
        color={share > 1 ? 'red' : share > CLOSE ? 'orange' : 'gray'}
        size="sm"
        w={96}
        flex="none"
        aria-label={words}
        transitionDuration={0}
      />
      <Text size="sm" c={share > 1 ? 'var(--mantine-color-error)' : 'dimmed'}>
        {words}
      </Text>
    </Group>
  );
}
