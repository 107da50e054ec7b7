import { Button, Menu } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { Fragment } from 'react';
import type { Block } from './document.ts';
import { GROUPS, KINDS } from './kinds.ts';
import { useBlockText } from './texts.ts';

/** Adds a block of a kind that one chooses. */
export function AddBlock({ label, onAdd }: { label: string; onAdd: (block: Block) => void }) {
  const t = useBlockText();
  return (
    <Menu position="bottom-start" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button variant="default" size="compact-sm" leftSection={<PlusIcon />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {GROUPS.map(({ name, kinds }) => (
          <Fragment key={name}>
            <Menu.Label>{t(name)}</Menu.Label>
            {kinds.map((kind) => (
              <Menu.Item key={kind} onClick={() => onAdd(structuredClone<Block>(KINDS[kind].starter))}>
                {t(`k_${kind}`)}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
