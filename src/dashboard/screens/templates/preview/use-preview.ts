import { useEffect, useState } from 'react';
import type { CombinedError } from 'urql';
import {
  type PreviewTemplateInput,
  TemplatePreviewDocument,
  type TemplatePreviewQuery,
} from '../../../../generated/dashboard/templates.ts';
import { readUncached } from '../../../client/read-uncached.ts';

export interface Shown {
  /** The last rendered e-mail; a failed rendering keeps it. */
  mail: TemplatePreviewQuery['previewTemplate'] | undefined;
  error: CombinedError | undefined;
}

/** The preview of unsaved content. `brandVersion` changes with the team's brand. */
export function usePreview(input: PreviewTemplateInput, brandVersion: number): Shown {
  const [shown, setShown] = useState<Shown>({ mail: undefined, error: undefined });
  const asked = JSON.stringify(input);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another brand is another picture
  useEffect(() => {
    let wanted = true;
    void readUncached(TemplatePreviewDocument, { input: JSON.parse(asked) as PreviewTemplateInput }).then(
      ({ data, error }) => {
        if (wanted) setShown(({ mail }) => ({ mail: data?.previewTemplate ?? mail, error }));
      },
    );
    return () => {
      wanted = false;
    };
  }, [asked, brandVersion]);
  return shown;
}
