import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { CSS } from '@dnd-kit/utilities';
import { Box, Group, Table, Text } from '@mantine/core';
import { type CsvColumn, keyOf } from './csv-preview.ts';
import { moved, OWN_FIELDS, type Target } from './import-fields.ts';
import type { ColumnMapping } from './import-options.ts';
import { MappedColumn } from './mapped-column.tsx';
import classes from './mapping.module.css';
import { useNewImportText } from './new-import-texts.ts';

interface Props {
  columns: CsvColumn[];
  mapping: ColumnMapping;
  /** The contact fields of the team. */
  contact: Target[];
  /** The server's errors for columns, by key. */
  errors: Record<string, string>;
  onMapping(mapping: ColumnMapping): void;
}

/** Which column goes to which field: dragged onto it, or chosen beside it. */
export function Mapping({ columns, mapping, contact, errors, onMapping }: Props) {
  const t = useNewImportText();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: toNextColumn }),
  );
  const own = OWN_FIELDS.map((field) => ({ field, label: t(field) }));
  const taken = new Set(Object.values(mapping));
  const labelOf = (field: unknown) => [...own, ...contact].find((one) => one.field === field)?.label ?? String(field);
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) onMapping(moved(mapping, String(over.id), String(active.id)));
  };
  const announcements = {
    onDragStart: ({ active }: Pick<DragEndEvent, 'active'>) => t('picked', { field: labelOf(active.id) }),
    onDragOver: ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) =>
      over ? t('over', { field: labelOf(active.id), column: over.id }) : undefined,
    onDragEnd: ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) =>
      over ? t('dropped', { field: labelOf(active.id), column: over.id }) : t('noChanges'),
    onDragCancel: () => t('noChanges'),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={(given) => (given.pointerCoordinates ? pointerWithin(given) : closestCenter(given))}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('dragHint') } }}
    >
      <div className={classes.sides}>
        <Table className={classes.columns ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('column')}</Table.Th>
              <Table.Th>{t('field')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {columns.map((column, index) => {
              const key = keyOf(columns, index);
              return (
                <MappedColumn
                  key={key}
                  id={key}
                  column={column}
                  field={mapping[key]}
                  own={own}
                  contact={contact}
                  error={errors[`mapping.${key}`]}
                  onField={(field) => onMapping(moved(mapping, key, field))}
                />
              );
            })}
          </Table.Tbody>
        </Table>
        <Box visibleFrom="md" className={classes.fields ?? ''}>
          <Text size="sm" fw={600} mb={4}>
            {t('fields')}
          </Text>
          <Text size="sm" c="dimmed" mb="sm">
            {t('fieldsHint')}
          </Text>
          <Group gap={6}>
            {[...own, ...contact].map(({ field, label }) => (
              <FieldChip key={field} field={field} label={label} taken={taken.has(field)} />
            ))}
          </Group>
        </Box>
      </div>
    </DndContext>
  );
}

/** A field that can be dragged onto a column. One that has a column can be dragged onto another. */
function FieldChip({ field, label, taken }: { field: string; label: string; taken: boolean }) {
  const { attributes, listeners, setNodeRef, transform, isDragging } = useDraggable({ id: field });
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={classes.chip}
      data-taken={taken || undefined}
      data-dragged={isDragging || undefined}
      style={transform ? { transform: CSS.Translate.toString(transform) } : undefined}
      {...attributes}
      {...listeners}
    >
      {label}
    </button>
  );
}

/** Arrow keys move the dragged field to the first column and then from column to column, not by pixels. */
const toNextColumn: KeyboardCoordinateGetter = (event, { context: { collisionRect, droppableRects } }) => {
  if (!collisionRect || (event.code !== 'ArrowDown' && event.code !== 'ArrowUp')) return undefined;
  event.preventDefault();
  const rects = [...droppableRects.values()].sort((one, other) => one.top - other.top);
  const centre = collisionRect.top + collisionRect.height / 2;
  const centreOf = (rect: { top: number; height: number }) => rect.top + rect.height / 2;
  const isBeside = rects.every(({ right }) => collisionRect.left >= right);
  const below = rects.find((rect) => centreOf(rect) > centre + 1);
  const above = rects.findLast((rect) => centreOf(rect) < centre - 1);
  const next = isBeside ? rects[0] : event.code === 'ArrowDown' ? below : above;
  return next && { x: next.left, y: centreOf(next) - collisionRect.height / 2 };
};
