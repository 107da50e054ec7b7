import { useLocalStorage } from '@mantine/hooks';
import { useViewer } from '../../session/viewer.tsx';

/** How long a team counts as new. */
const NEW_MS = 30 * 86_400_000;

/** Whether the team is new, and how to hide its first steps. This browser remembers that, as it does the language. */
export function useNewTeam(): [isNew: boolean, hide: () => void] {
  const { member, team } = useViewer();
  const [hidden, setHidden] = useLocalStorage({
    key: `tidings-first-steps-${team.id}`,
    defaultValue: 'shown',
    getInitialValueInEffect: false,
  });
  const isYoung = Date.now() - Date.parse(team.createdAt) < NEW_MS;
  return [isYoung && hidden !== 'hidden' && member.role !== 'VIEWER', () => setHidden('hidden')];
}
