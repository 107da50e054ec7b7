import { useDraggable } from '@dnd-kit/core';
import { CSS } from '@dnd-kit/utilities';
import classes from './mapping.module.css';

/** A field that can be dragged onto a column. One that has a column can be dragged onto another. */
export function FieldChip({ field, label, taken }: { field: string; label: string; taken: boolean }) {
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
