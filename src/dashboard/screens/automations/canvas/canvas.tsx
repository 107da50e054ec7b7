import '@xyflow/react/dist/base.css';
import { ActionIcon } from '@mantine/core';
import { EnterFullScreenIcon, MinusIcon, PlusIcon } from '@radix-ui/react-icons';
import { Panel, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { useRef, useState } from 'react';
import type { Step } from '../definition/step.ts';
import { moveStep, type Slot } from '../definition/tree.ts';
import { useEditing } from '../editor/editing.ts';
import { useEditorText } from '../editor-texts.ts';
import classes from './canvas.module.css';
import { BOX, type Layout, layOut, type Point } from './layout.ts';
import { Lines } from './lines.tsx';
import { type CanvasNode, nodeTypes } from './nodes.tsx';
import { nodesOf } from './nodes-of.ts';

const TOP = { x: 0, y: BOX.height };

const READABLE = 0.8;
const MARGIN = 24;

interface Dragged extends Point {
  id: string;
}

/** The steps as a tree on a plane that can be moved and zoomed. A step dropped on a slot moves there. */
export default function Canvas() {
  return (
    <ReactFlowProvider>
      <Plane />
    </ReactFlowProvider>
  );
}

function Plane() {
  const { draft, mayEdit, move, words } = useEditing();
  const [dragged, setDragged] = useState<Dragged>();
  const container = useRef<HTMLDivElement>(null);
  const layout = layOut(draft.steps, TOP);
  const target = dragged && nearestSlot(layout, draft.steps, dragged.id, dragged);
  const nodes = nodesOf(layout, { words, mayEdit, dragged, target });
  const drag = (node: CanvasNode) => node.type === 'step' && setDragged({ id: node.data.step.id, ...node.position });
  const drop = (node: CanvasNode) => {
    setDragged(undefined);
    if (node.type !== 'step') return;
    const to = nearestSlot(layout, draft.steps, node.data.step.id, node.position);
    if (to) move(node.data.step.id, to);
  };
  return (
    <div className={classes.canvas} ref={container}>
      <ReactFlow<CanvasNode>
        nodes={nodes}
        nodeTypes={nodeTypes}
        nodesDraggable={mayEdit}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        nodeDragThreshold={4}
        onNodeDrag={(_, node) => drag(node)}
        onNodeDragStop={(_, node) => drop(node)}
        onInit={({ setViewport }) => void setViewport(fromTop(layout, container.current))}
        minZoom={0.2}
        maxZoom={1.5}
        zoomOnScroll={false}
        panOnScroll
        proOptions={{ hideAttribution: true }}
      >
        <Lines of={layout} />
        <Zoom />
      </ReactFlow>
    </div>
  );
}

/** The beginning in the middle of the upper edge, as near as can be read and as much as fits. */
function fromTop({ boxes, end }: Layout, container: HTMLElement | null) {
  const { width, height } = container?.getBoundingClientRect() ?? { width: 0, height: 0 };
  const side = Math.max(BOX.width * 1.7, ...boxes.map(({ x }) => Math.max(Math.abs(x), Math.abs(x + BOX.width))));
  const zoom = Math.max(READABLE, Math.min(1, width / (2 * side + MARGIN), height / (end.y + 2 * MARGIN)));
  return { x: width / 2, y: MARGIN, zoom };
}

function Zoom() {
  const t = useEditorText();
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const acts = [
    { label: t('zoomIn'), icon: PlusIcon, act: () => zoomIn() },
    { label: t('zoomOut'), icon: MinusIcon, act: () => zoomOut() },
    { label: t('fitToScreen'), icon: EnterFullScreenIcon, act: () => fitView({ padding: 0.1, maxZoom: 1 }) },
  ];
  return (
    <Panel position="bottom-right" className={classes.controls ?? ''}>
      {acts.map(({ label, icon: Icon, act }) => (
        <ActionIcon key={label} variant="default" aria-label={label} title={label} onClick={() => void act()}>
          <Icon aria-hidden />
        </ActionIcon>
      ))}
    </Panel>
  );
}

/** How far a dropped step may be from a slot, in pixels. */
const MAX_DISTANCE = 110;

/** The nearest slot where a dragged step can go; undefined if none is near. */
function nearestSlot({ slots }: Layout, steps: readonly Step[], id: string, at: Point): Slot | undefined {
  const middle = { x: at.x + BOX.width / 2, y: at.y + BOX.height / 2 };
  const nearby = slots
    .map(({ slot, x, y }) => ({ slot, distance: Math.hypot(x - middle.x, y - middle.y) }))
    .filter(({ distance }) => distance < MAX_DISTANCE)
    .sort((one, other) => one.distance - other.distance);
  return nearby.find(({ slot }) => moveStep(steps, id, slot) !== undefined)?.slot;
}
