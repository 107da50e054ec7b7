import { Stack } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import {
  AutomationProgressedDocument,
  AutomationVersionsDocument,
  type EditedAutomationFragment,
} from '../../../../generated/dashboard/automations.ts';
import { useLive } from '../../../client/use-live.ts';
import { useRead } from '../../../client/use-read.ts';
import { Loaded } from '../../../states/loaded.tsx';
import { NotFound } from '../../../states/not-found.tsx';
import { Pages, pageOf } from '../../../tables/pages.tsx';
import { useSurroundings } from '../editor/use-surroundings.ts';
import { Heading } from '../heading.tsx';
import { type OneVersion, Version } from './version.tsx';

export const Versions = createLazyRoute('/automations/$automation/versions')({ component: VersionsScreen });

const route = getRouteApi('/automations/$automation/versions');

/** Limits how often the people in progress on each version are counted again. */
const THROTTLE_MS = 5_000;

function VersionsScreen() {
  const { automation: id } = route.useParams();
  const page = route.useSearch();
  const navigate = route.useNavigate();
  const read = useRead(AutomationVersionsDocument, { id, ...pageOf(page) });
  const { hasNextPage = false, endCursor = null } = read.data?.automation?.versions.pageInfo ?? {};
  // The version before the last one on this page, for its comparison.
  const older = useRead(AutomationVersionsDocument, { id, first: 1, after: endCursor }, { pause: !hasNextPage });
  const refetch = useDebouncedCallback(() => read.refetch(), { delay: THROTTLE_MS, maxWait: THROTTLE_MS });
  useLive(AutomationProgressedDocument, { id }, ({ automationProgressed: { version } }) => {
    if (version === read.data?.automation?.version) refetch();
    else read.refetch();
  });
  return (
    <Loaded of={read} lines={8}>
      {({ automation }) => {
        if (!automation) return read.error ? null : <NotFound />;
        const { nodes, pageInfo } = automation.versions;
        const before = (hasNextPage && older.data?.automation?.versions.nodes[0]) || undefined;
        return (
          <Stack gap="md">
            <Heading automation={automation} at="versions" />
            <All automation={automation} versions={nodes} before={before} />
            <Pages info={pageInfo} onPageChange={(page) => void navigate({ search: page })} />
          </Stack>
        );
      }}
    </Loaded>
  );
}

interface AllProps {
  automation: EditedAutomationFragment;
  versions: readonly OneVersion[];
  before: OneVersion | undefined;
}

function All({ automation, versions, before }: AllProps) {
  const { words } = useSurroundings(automation);
  return versions.map((version, index) => (
    <Version
      key={version.version}
      automation={automation}
      version={version}
      before={versions[index + 1] ?? before}
      words={words}
    />
  ));
}
