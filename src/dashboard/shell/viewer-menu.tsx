import { lazy, Suspense, useState } from 'react';
import { ViewerButton } from './viewer-button.tsx';

const load = () => import('./viewer-popover.tsx');
const ViewerPopover = lazy(load);

/** The signed-in member; the menu below loads when the pointer comes near. */
export function ViewerMenu() {
  const [asked, setAsked] = useState(false);
  const closed = (
    <ViewerButton
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => setAsked(true)}
      onFocus={() => void load()}
      onPointerEnter={() => void load()}
    />
  );
  return asked ? (
    <Suspense fallback={closed}>
      <ViewerPopover />
    </Suspense>
  ) : (
    closed
  );
}
