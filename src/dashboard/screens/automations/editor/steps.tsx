import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { VIEWS } from '../search.ts';
import { StepList } from './step-list.tsx';

const Canvas = lazy(() => import('../canvas/canvas.tsx'));

/** The steps, on a canvas or as a list. The canvas is loaded when it is shown. */
export function Steps({ view }: { view: (typeof VIEWS)[number] }) {
  if (view === 'list') return <StepList />;
  return (
    <Suspense fallback={<Skeleton height={520} />}>
      <Canvas />
    </Suspense>
  );
}
