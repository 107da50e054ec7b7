import { Box, Text } from '@mantine/core';
import { useTeamText } from './texts.ts';

/** Dark or light text, by its contrast on a colour such as #1f5f5b (by its luma). */
function textColorOn(color: string): string {
  const parts = /^#(..)(..)(..)$/.exec(color)?.slice(1) ?? [];
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue > 140 ? '#000' : '#fff';
}

/** A heading and a button in the brand's colours and font. */
export function BrandSample({
  color,
  backgroundColor,
  fontFamily,
}: Record<'color' | 'backgroundColor' | 'fontFamily', string>) {
  const t = useTeamText();
  return (
    <Box p="md" aria-hidden style={{ background: backgroundColor, fontFamily, borderRadius: 8 }}>
      <Box p="md" style={{ background: '#fff', color: '#222', borderRadius: 4 }}>
        <Text ff="inherit" fw={700} mb="xs">
          {t('sampleHeading')}
        </Text>
        <Box component="span" px="md" py={6} style={{ background: color, color: textColorOn(color), borderRadius: 4 }}>
          {t('sampleButton')}
        </Box>
      </Box>
    </Box>
  );
}
