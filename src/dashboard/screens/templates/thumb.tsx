import { useIntersection } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { TemplateThumbDocument } from '../../../generated/dashboard/templates.ts';
import { readOnce } from '../../client/read-once.ts';
import { MailFrame } from '../../mail/mail-frame.tsx';
import classes from './templates.module.css';

/** A template drawn small, once it comes into sight. `state`: whatever is another one when the template is. */
export function Thumb({ id, name, state }: { id: string; name: string; state: string }) {
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const [html, setHtml] = useState<string>();
  const isSeen = entry?.isIntersecting ?? false;
  const [wasSeen, setSeen] = useState(false);
  if (isSeen && !wasSeen) setSeen(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state is another picture
  useEffect(() => {
    if (!wasSeen) return;
    let wanted = true;
    void readOnce(TemplateThumbDocument, { id }).then(({ data }) => {
      if (wanted && data?.renderTemplate) setHtml(data.renderTemplate.html);
    });
    return () => {
      wanted = false;
    };
  }, [id, wasSeen, state]);
  return (
    <div ref={ref} className={classes.thumb} inert>
      {html && (
        <div className={classes.small}>
          <MailFrame html={html} title={name} width={640} height={720} />
        </div>
      )}
    </div>
  );
}
