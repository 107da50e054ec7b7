import type { Node, NodeProps } from '@xyflow/react';
import type { Step } from '../definition/step.ts';
import type { Slot } from '../definition/tree.ts';
import { Inserter } from '../editor/inserter.tsx';
import { EntryBox, ExitsBox, TriggerBox, WindowBox } from '../editor/other-parts.tsx';
import { StepBox } from '../editor/step-box.tsx';
import { useStepText } from '../step-texts.ts';
import classes from './canvas.module.css';

export type StepNode = Node<{ step: Step }, 'step'>;
export type SlotNode = Node<{ slot: Slot; isTarget: boolean }, 'slot'>;
export type LabelNode = Node<{ text: string }, 'label'>;
export type OtherNode = Node<Record<string, never>, 'trigger' | 'entry' | 'exits' | 'sendWindow' | 'end'>;
export type CanvasNode = StepNode | SlotNode | LabelNode | OtherNode;

function End() {
  return <div className={classes.end}>{useStepText()('end')}</div>;
}

export const nodeTypes = {
  step: ({ data }: NodeProps<StepNode>) => <StepBox step={data.step} />,
  slot: ({ data }: NodeProps<SlotNode>) => <Inserter slot={data.slot} isTarget={data.isTarget} />,
  label: ({ data }: NodeProps<LabelNode>) => <div className={classes.label}>{data.text}</div>,
  trigger: TriggerBox,
  entry: EntryBox,
  exits: ExitsBox,
  sendWindow: WindowBox,
  end: End,
};
