import { createContext, type ReactNode, useContext } from 'react';
import { ViewerDocument, type ViewerQuery } from '../../generated/dashboard/session.ts';
import { prefetch } from '../client/prefetch.ts';
import { useRead } from '../client/use-read.ts';
import { Loaded } from '../states/loaded.tsx';

type Viewer = NonNullable<ViewerQuery['viewer']>;

/** The team's time zone, once known: requests ahead of the page may run earlier. */
let zone: string | undefined;
export const knownZone = (): string | undefined => zone;

const Context = createContext<Viewer | undefined>(undefined);

/** Asks who is signed in, while the first screen is still being loaded. */
export const prefetchViewer = (): void => void prefetch(ViewerDocument, {});

/** Reads the signed-in member before anything else is shown. */
export function WithViewer({ children }: { children: ReactNode }) {
  const read = useRead(ViewerDocument, {});
  return (
    <Loaded of={read}>
      {({ viewer }) => {
        if (!viewer) return null;
        zone = viewer.team.timezone;
        return <Context value={viewer}>{children}</Context>;
      }}
    </Loaded>
  );
}

/** The signed-in member, their team, and their other teams. */
export function useViewer(): Viewer {
  const viewer = useContext(Context);
  if (!viewer) throw new Error('Nobody is known to be signed in here.');
  return viewer;
}

/** Whether the role allows writing. The server decides; this only spares people buttons that would be refused. */
export const useMayWrite = (): boolean => useViewer().member.role !== 'VIEWER';

/** Whether the role allows owner actions. */
export const useMayManage = (): boolean => useViewer().member.role === 'OWNER';
