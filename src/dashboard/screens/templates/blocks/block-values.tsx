import { ActionIcon, Button, Group, Stack, Text, Title, Tooltip } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon, CopyIcon, TrashIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import type { BlockProblem } from '../problems.ts';
import { step } from './block-list.tsx';
import { useBlockName } from './block-name.ts';
import type { Block, Document } from './document.ts';
import { isKind, KINDS } from './kinds.ts';
import { indexOf, levelOf, withBlock, withoutBlock, withValue } from './places.ts';
import { useBlockText } from './texts.ts';
import { ValueFields } from './value-fields.tsx';

interface Props {
  document: Document;
  block: Block;
  path: string;
  problem: BlockProblem | undefined;
  choose: (path: string) => void;
  change: (document: Document, place?: string) => void;
}

/** The values of the selected block, and its actions. */
export function BlockValues({ document, block, path, problem, choose, change }: Props) {
  const say = useBlockText();
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
    <Stack component="section" aria-label={say('values', { what: kind(block) })}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h5">
          {kind(block)}
        </Title>
        <Group gap={2} wrap="nowrap">
          <Act label={say('up')} act={moveBy(-1)} icon={<ArrowUpIcon />} />
          <Act label={say('down')} act={moveBy(1)} icon={<ArrowDownIcon />} />
          <Act label={say('duplicate')} act={copy} icon={<CopyIcon />} />
          <Act label={say('remove')} act={remove} icon={<TrashIcon />} />
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
          {say(block.else === undefined ? 'addElse' : 'removeElse')}
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
