import { ActionIcon, Button, Group, Stack, Text, Title, Tooltip } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon, CopyIcon, TrashIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import type { BlockProblem } from '../problems.ts';
import { step } from './block-list.tsx';
import { useBlockName } from './block-name.ts';
import { indexOf, levelOf, withBlock, withoutBlock, withValue } from './block-paths.ts';
import type { Block, Document } from './document.ts';
import { isKind, KINDS } from './kinds.ts';
import { useBlockText } from './texts.ts';
import { ValueFields } from './value-fields.tsx';

interface Props {
  document: Document;
  block: Block;
  path: string;
  problem: BlockProblem | undefined;
  choose: (path: string) => void;
  change: (document: Document, field?: string) => void;
}

/** The values of the selected block, and its actions. */
export function BlockValues({ document, block, path, problem, choose, change }: Props) {
  const t = useBlockText();
  const { kind } = useBlockName();
  const moveBy = (by: 1 | -1) => {
    const moved = step(document, path, by);
    if (!moved) return undefined;
    return () => {
      change(moved.document);
      choose(moved.path);
    };
  };
  const copy = () => {
    change(withBlock(document, levelOf(path), indexOf(path) + 1, structuredClone(block)));
    choose(`${levelOf(path)}.${indexOf(path) + 1}`);
  };
  const remove = () => {
    change(withoutBlock(document, path));
    choose('');
  };
  return (
    <Stack component="section" aria-label={t('blockSettings', { what: kind(block) })}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h5">
          {kind(block)}
        </Title>
        <Group gap={2} wrap="nowrap">
          <Act label={t('moveUp')} act={moveBy(-1)} icon={<ArrowUpIcon />} />
          <Act label={t('moveDown')} act={moveBy(1)} icon={<ArrowDownIcon />} />
          <Act label={t('duplicate')} act={copy} icon={<CopyIcon />} />
          <Act label={t('delete')} act={remove} icon={<TrashIcon />} />
        </Group>
      </Group>
      {problem && problem.value === '' && (
        <Text size="sm" c="var(--mantine-color-error)">
          {problem.message}
        </Text>
      )}
      {isKind(block.type) && (
        <ValueFields
          key={path}
          fields={KINDS[block.type].fields}
          values={block}
          problem={problem}
          onChange={(key, value) => change(withValue(document, `${path}.${key}`, value), `${path}.${key}`)}
        />
      )}
      {block.type === 'if' && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() =>
            change(
              withValue(document, `${path}.else`, block.else === undefined ? [{ type: 'text', text: '…' }] : undefined),
            )
          }
        >
          {t(block.else === undefined ? 'addAlternative' : 'removeAlternative')}
        </Button>
      )}
    </Stack>
  );
}

function Act({ label, act, icon }: { label: string; act: (() => void) | undefined; icon: ReactNode }) {
  return (
    <Tooltip label={label} transitionProps={{ duration: 0 }}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={!act} onClick={act}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
