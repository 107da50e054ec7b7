import { createContext, type ReactNode, useContext } from 'react';
import { ViewerDocument, type ViewerQuery } from '../../generated/dashboard/session.ts';
import { askAhead } from '../client/ask-ahead.ts';
import { useRead } from '../client/use-read.ts';
import { Shown } from '../states/shown.tsx';

type Viewer = ViewerQuery['viewer'];

/** The time zone of the team, once it is known: what a page asks for ahead may come before. */
let zone: string | undefined;
export const knownZone = (): string | undefined => zone;

const Context = createContext<Viewer | undefined>(undefined);

/** Asks who is signed in, while the first screen is still being loaded. */
export const askViewer = (): void => void askAhead(ViewerDocument, {});

/** Reads who is signed in before anything else is shown. */
export function WithViewer({ children }: { children: ReactNode }) {
  const read = useRead(ViewerDocument, {});
  return (
    <Shown of={read}>
      {({ viewer }) => {
        zone = viewer.team.timezone;
        return <Context value={viewer}>{children}</Context>;
      }}
    </Shown>
  );
}

/** Who is signed in, for which team, and what other teams they have. */
export function useViewer(): Viewer {
  const viewer = useContext(Context);
  if (!viewer) throw new Error('Nobody is known to be signed in here.');
  return viewer;
}

/** Whether the role allows writing. The server decides; this only spares people buttons that would be refused. */
export const useMayWrite = (): boolean => useViewer().member.role !== 'VIEWER';

/** Whether the role allows what only owners may do. */
export const useMayManage = (): boolean => useViewer().member.role === 'OWNER';
