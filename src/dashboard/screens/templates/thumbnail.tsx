import { useIntersection } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { TemplateThumbDocument } from '../../../generated/dashboard/templates.ts';
import { readUncached } from '../../client/read-uncached.ts';
import { MailPicture } from '../../mail/mail-picture.tsx';
import classes from './templates.module.css';

/** A template drawn small, once it comes into sight. `state`: changes with the template. */
export function Thumbnail({ id, name, state }: { id: string; name: string; state: string }) {
  const { ref, entry } = useIntersection<HTMLDivElement>({ rootMargin: '200px' });
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
  return <MailPicture ref={ref} html={html} title={name} className={classes.thumb} />;
}
