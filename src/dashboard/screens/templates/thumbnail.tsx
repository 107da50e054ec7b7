import { useElementSize, useIntersection, useMergedRef } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { TemplateThumbDocument } from '../../../generated/dashboard/templates.ts';
import { readUncached } from '../../client/read-uncached.ts';
import { MailFrame } from '../../mail/mail-frame.tsx';
import classes from './templates.module.css';

/** In pixels, before it is made small. */
const WIDTH = 640;
const HEIGHT = 720;

/** A template drawn small, once it comes into sight. `state`: changes with the template. */
export function Thumbnail({ id, name, state }: { id: string; name: string; state: string }) {
  const { ref: seen, entry } = useIntersection({ rootMargin: '200px' });
  const { ref: sized, width } = useElementSize();
  const ref = useMergedRef(seen, sized);
  const [html, setHtml] = useState<string>();
  const isSeen = entry?.isIntersecting ?? false;
  const [wasSeen, setSeen] = useState(false);
  if (isSeen && !wasSeen) setSeen(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state is another picture
  useEffect(() => {
    if (!wasSeen) return;
    let wanted = true;
    void readUncached(TemplateThumbDocument, { id }).then(({ data }) => {
      if (wanted && data?.renderTemplate) setHtml(data.renderTemplate.html);
    });
    return () => {
      wanted = false;
    };
  }, [id, wasSeen, state]);
  return (
    <div ref={ref} className={classes.thumb} inert>
      {html && (
        <div className={classes.small} style={{ transform: `scale(${width / WIDTH})` }}>
          <MailFrame html={html} title={name} width={WIDTH} height={HEIGHT} />
        </div>
      )}
    </div>
  );
}
