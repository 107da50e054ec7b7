import { type ReactNode, Suspense } from 'react';
import type { Read } from '../../client/use-read.ts';
import { Panel } from '../../shell/panel.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { Waiting } from '../../states/waiting.tsx';
import { useNewTeam } from './use-new-team.ts';

interface Props<Data> {
  title: string;
  of: Read<Data>;
  isEmpty: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}

/** A panel that is left out once it is known to have nothing to show; for a new team, until it is known to have something. */
export function FilledPanel<Data>({ title, of, isEmpty, children }: Props<Data>) {
  const [isNew] = useNewTeam();
  if (!of.error && (of.data ? isEmpty(of.data) : isNew)) return null;
  return (
    <Panel title={title}>
      <Suspense fallback={<Waiting />}>
        <Loaded of={of}>{children}</Loaded>
      </Suspense>
    </Panel>
  );
}
