import { lazy, Suspense, useState } from 'react';
import { ViewerButton } from './viewer-button.tsx';

const load = () => import('./viewer-popover.tsx');
const ViewerPopover = lazy(load);

/** Who is signed in; what opens below it is loaded once somebody comes near it. */
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
