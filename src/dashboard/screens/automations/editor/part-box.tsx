import { Text } from '@mantine/core';
import { ExclamationTriangleIcon } from '@radix-ui/react-icons';
import type { KeyboardEvent, ReactNode } from 'react';
import type { PartName } from '../definition/part-errors.ts';
import type { StepType } from '../definition/step.ts';
import { useEditorText } from '../editor-texts.ts';
import { useEditing } from './editing.ts';
import classes from './part-box.module.css';
import { StepIcon } from './step-icon.tsx';

interface Props {
  /** How it is called among the parts. */
  part: string;
  icon: StepType | PartName;
  title: string;
  summary: string;
  /** Whether a simulation or a run reached this part. */
  isPassed?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
  children?: ReactNode;
}

/** A step or another part: its kind, its summary and its errors. Pressing it opens it. */
export function PartBox({ part, icon, title, summary, isPassed = false, onKeyDown, children }: Props) {
  const t = useEditorText();
  const { chosen, choose, errors, warnings, mayEdit } = useEditing();
  const hasErrors = errors.has(part);
  const hasWarnings = !hasErrors && warnings.has(part);
  return (
    <button
      type="button"
      className={classes.box}
      data-part={part}
      data-wrong={hasErrors || undefined}
      data-passed={isPassed || undefined}
      aria-pressed={chosen === part}
      aria-keyshortcuts={mayEdit && onKeyDown ? 'Alt+ArrowUp Alt+ArrowDown Delete' : undefined}
      onClick={() => choose(part)}
      onKeyDown={onKeyDown}
    >
      <span className={classes.head}>
        <StepIcon of={icon} />
        <span className={classes.title}>{title}</span>
        {(hasErrors || hasWarnings) && (
          <span className={hasErrors ? classes.error : classes.warning}>
            <ExclamationTriangleIcon role="img" aria-label={t(hasErrors ? 'error' : 'warning')} />
          </span>
        )}
      </span>
      <Text span size="sm" c="dimmed" truncate display="block" title={summary}>
        {summary || '\u00a0'}
      </Text>
      {children}
    </button>
  );
}
