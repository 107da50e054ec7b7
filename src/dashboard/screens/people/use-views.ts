import { useEffect, useEffectEvent, useRef } from 'react';
import {
  CreateViewDocument,
  DeleteViewDocument,
  UpdateViewDocument,
  ViewsDocument,
} from '../../../generated/dashboard/people.ts';
import { failureOf } from '../../client/failure.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useOnChange } from '../../client/use-on-change.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite, useViewer } from '../../session/viewer.tsx';
import { browserViews, forgetBrowserViews } from './browser-views.ts';
import { contentsOf } from './views.ts';

/** The views of the team, live, and how to change them. Moves views that this browser kept to the team, once. */
export function useViews() {
  const team = useViewer().team.id;
  const mayWrite = useMayWrite();
  const { data, refetch } = useRead(ViewsDocument, {});
  const [create] = useMutation(CreateViewDocument);
  const [update] = useMutation(UpdateViewDocument);
  const [remove] = useMutation(DeleteViewDocument);
  useOnChange(['PEOPLE_VIEW'], refetch);
  const isMoving = useRef(false);
  const move = useEffectEvent(async () => {
    const kept = mayWrite && !isMoving.current ? browserViews(team) : [];
    if (kept.length === 0) return;
    isMoving.current = true;
    const names = new Set(data?.peopleViews.map(({ name }) => name));
    for (const { name, search } of kept.filter((view) => !names.has(view.name))) {
      const { error } = await create({ input: { ...contentsOf(search), name } });
      // The server refuses a view of a deleted list, which shows nothing. After other failures the next visit continues.
      if (error && failureOf(error) !== 'refused') return;
    }
    forgetBrowserViews(team);
    refetch();
  });
  const isRead = data !== undefined;
  useEffect(() => {
    if (isRead) void move();
  }, [isRead]);
  return { views: data?.peopleViews ?? [], create, update, remove, refetch, mayWrite };
}
