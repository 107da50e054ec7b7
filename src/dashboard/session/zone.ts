import { useViewer } from './viewer.tsx';

/** The time zone in which the team's days begin and end. */
export const useZone = (): string => useViewer().team.timezone;
