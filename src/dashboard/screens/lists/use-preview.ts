import { useEffect, useEffectEvent, useState } from 'react';
import { type Fields, type PreviewAnswer, readPreview } from './csv-preview.ts';

const DEBOUNCE_MS = 250;

interface Previewed {
  answer: PreviewAnswer | undefined;
  /** The last preview stays when a new one is refused. */
  preview: PreviewAnswer['preview'];
  busy: boolean;
}

/** The effect of importing a file, requested again after each change. */
export function usePreview(list: string | undefined, file: File | undefined, fields: Fields): Previewed {
  const [answer, setAnswer] = useState<PreviewAnswer>();
  const [kept, setKept] = useState<{ file: File; preview: PreviewAnswer['preview'] }>();
  const [busy, setBusy] = useState(false);
  const asked = JSON.stringify(fields);
  const take = useEffectEvent((answered: PreviewAnswer, of: File) => {
    setBusy(false);
    setAnswer(answered);
    if (answered.preview) setKept({ file: of, preview: answered.preview });
  });
  useEffect(() => {
    if (!list || !file) return;
    const stop = new AbortController();
    setBusy(true);
    const timer = setTimeout(async () => {
      const answered = await readPreview(list, file, JSON.parse(asked) as Fields, stop.signal);
      if (!stop.signal.aborted) take(answered, file);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [list, file, asked]);
  return { answer, preview: kept && kept.file === file ? kept.preview : undefined, busy };
}
