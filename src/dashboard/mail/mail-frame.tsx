import { useEffect, useRef } from 'react';
import { addressOf } from '../client/place.ts';
import classes from './mail-frame.module.css';

/**
 * An e-mail as a reader of e-mails draws it: in a document of its own, without scripts, and without anything of this page
 * in its reach. `html` of the whole e-mail; `title` for who cannot see it; width and height in pixels.
 */
export function MailFrame({ html, title, width, height }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const fill = () => frame.current?.contentWindow?.postMessage(html, '*'); // it has no origin that could be named
    const listen = ({ source }: MessageEvent) => {
      if (source === frame.current?.contentWindow) fill();
    };
    addEventListener('message', listen);
    fill();
    return () => removeEventListener('message', listen);
  }, [html]);
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      title={title}
      src={addressOf('mail-frame')}
      sandbox="allow-scripts"
      style={{ width: width ?? '100%', height: height ?? 640 }}
    />
  );
}

interface Props {
  html: string;
  title: string;
  width?: number;
  height?: number;
}
