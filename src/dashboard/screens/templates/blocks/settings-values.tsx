import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BlockProblem } from '../problems.ts';
import { withValue } from './block-paths.ts';
import type { Document } from './document.ts';
import { SETTINGS } from './fields.ts';
import { useBlockText } from './texts.ts';
import { ValueFields } from './value-fields.tsx';

interface Props {
  document: Document;
  problem: BlockProblem | undefined;
  change: (document: Document, field?: string) => void;
  children: ReactNode;
}

/** The settings of the whole e-mail: width, colours, font. */
export function SettingsValues({ document, problem, change, children }: Props) {
  const t = useBlockText();
  return (
    <Stack component="section" aria-label={t('blockSettings', { what: t('settings') })}>
      <Group justify="space-between">
        <Title order={2} size="h5">
          {t('settings')}
        </Title>
        {children}
      </Group>
      <ValueFields
        fields={SETTINGS}
        values={document.settings ?? {}}
        problem={problem}
        onChange={(key, value) => change(withValue(document, `settings.${key}`, value), `settings.${key}`)}
      />
    </Stack>
  );
}
