import { lazy, Suspense, useState } from 'react';
import { SampleDataDocument } from '../../../generated/dashboard/sample-data.ts';
import { useRead } from '../../client/use-read.ts';
import { Waiting } from '../../states/waiting.tsx';

/** Loaded with the first sample data: most teams have none. */
const LoadedSample = lazy(async () => ({ default: (await import('./loaded-sample.tsx')).LoadedSample }));

/** Says that the figures are invented while the team has sample data. Not shown without any. */
export function SampleNotice() {
  const { data } = useRead(SampleDataDocument, {});
  const people = data?.sampleData?.peopleCount;
  const [wasShown, setShown] = useState(false);
  if (people !== undefined && !wasShown) setShown(true);
  if (people === undefined && !wasShown) return null;
  return (
    <Suspense fallback={<Waiting />}>
      <LoadedSample people={people} />
    </Suspense>
  );
}
