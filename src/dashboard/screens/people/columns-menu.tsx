import { Button, Checkbox, Popover, ScrollArea, Stack } from '@mantine/core';
import { ChevronDownIcon } from '@radix-ui/react-icons';
import { useColumnText } from './column-texts.ts';
import { type Column, nameOf } from './columns.ts';

/** Chooses the columns of the table. */
export function ColumnsMenu({ known, chosen, onChange }: Props) {
  const t = useColumnText();
  const shown = new Set(chosen.map(nameOf));
  const toggle = (name: string) =>
    onChange(known.filter((column) => shown.has(nameOf(column)) !== (nameOf(column) === name)));
  return (
    <Popover position="bottom-end" transitionProps={{ duration: 0 }} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="xs" rightSection={<ChevronDownIcon aria-hidden />}>
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')}>
        <ScrollArea.Autosize mah="60vh" viewportProps={{ tabIndex: -1 }}>
          <Stack gap="xs">
            {known.map((column) => (
              <Checkbox
                key={nameOf(column)}
                size="xs"
                label={'own' in column ? t(column.own) : column.field.label}
                checked={shown.has(nameOf(column))}
                onChange={() => toggle(nameOf(column))}
              />
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}

interface Props {
  known: readonly Column[];
  chosen: readonly Column[];
  onChange: (columns: Column[]) => void;
}
