import type { FormDesign, FormKind } from '../../../generated/dashboard/forms.ts';

const LINE = 'var(--mantine-color-default-border)';
const PAPER = 'var(--mantine-color-body)';
const ACCENT = 'var(--mantine-primary-color-filled)';

/** Where the form stands on a page of 96 by 64. */
const PLACES: Readonly<Record<FormKind, { x: number; y: number; width: number; height: number }>> = {
  INLINE: { x: 8, y: 26, width: 80, height: 20 },
  POPUP: { x: 24, y: 14, width: 48, height: 36 },
  SLIDE_IN: { x: 54, y: 28, width: 38, height: 32 },
  BAR: { x: 0, y: 50, width: 96, height: 14 },
  PAGE: { x: 20, y: 0, width: 56, height: 64 },
};

const HIDES_PAGE: readonly FormKind[] = ['POPUP'];

/** A small drawing of a page with a form of this kind. */
export function KindPicture({ kind }: { kind: FormKind }) {
  const place = PLACES[kind];
  const isPage = kind === 'PAGE';
  return (
    <svg viewBox="0 0 96 64" width="100%" aria-hidden>
      <rect width="96" height="64" fill={isPage ? LINE : PAPER} />
      {!isPage &&
        [6, 14, 20, 50, 56].map((y) => <rect key={y} x="8" y={y} width={y === 6 ? 36 : 80} height="3" fill={LINE} />)}
      {HIDES_PAGE.includes(kind) && <rect width="96" height="64" fill="#000" opacity=".35" />}
      <rect {...place} rx="2" fill={PAPER} stroke={ACCENT} strokeWidth="1.5" />
      <rect x={place.x + 6} y={place.y + 5} width={place.width / 2 - 4} height="4" fill={LINE} />
      <rect x={place.x + place.width - 22} y={place.y + place.height - 9} width="16" height="5" rx="1" fill={ACCENT} />
    </svg>
  );
}

/** A small drawing of a design in the team's colours. */
export function DesignPicture({ design, color, backgroundColor }: DesignProps) {
  const isBold = design === 'BOLD';
  const paper = isBold ? color : design === 'TINTED' ? backgroundColor : '#fff';
  const corners = isBold ? 1 : design === 'TINTED' ? 8 : 4;
  return (
    <svg viewBox="0 0 96 64" width="100%" aria-hidden>
      <rect x="8" y="6" width="80" height="52" rx={corners} fill={paper} stroke={LINE} />
      <rect x="18" y="15" width="40" height="5" fill={isBold ? '#fff' : '#1a1a1a'} opacity=".85" />
      <rect x="18" y="26" width="60" height="9" rx={corners / 2} fill="#fff" stroke="#767676" strokeWidth=".75" />
      <rect x="18" y="41" width="60" height="9" rx={corners / 2} fill={isBold ? '#fff' : color} />
    </svg>
  );
}

interface DesignProps {
  design: FormDesign;
  color: string;
  backgroundColor: string;
}
