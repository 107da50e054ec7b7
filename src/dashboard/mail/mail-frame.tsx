import { useEffect, useRef } from 'react';
import { addressOf } from '../client/urls.ts';
import classes from './mail-frame.module.css';

const ASKS_FOR_DARK = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi;

/** The same e-mail with a fixed colour scheme, regardless of the browser's preference. */
const inScheme = (html: string, isDark: boolean): string =>
  html.replace(ASKS_FOR_DARK, (_, scheme: string) =>
    (scheme.toLowerCase() === 'dark') === isDark ? '(min-width: 0)' : '(max-width: 0)',
  );

/**
 * An e-mail as a mail client shows it: in a separate document, without scripts, and without access to this page. Its links open new tabs.
 * `html` of the whole e-mail; `title` for screen readers; width and height in pixels; `dark`: as in a mail client
 * in dark mode.
 */
export function MailFrame({ html, title, width, height, dark = false }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    // It has no origin that could be named.
    const fill = () => frame.current?.contentWindow?.postMessage(inScheme(html, dark), '*');
    const listen = ({ source }: MessageEvent) => {
      if (source === frame.current?.contentWindow) fill();
    };
    addEventListener('message', listen);
    fill();
    return () => removeEventListener('message', listen);
  }, [html, dark]);
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      title={title}
      src={addressOf('mail-frame')}
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      style={{ width: width ?? '100%', height: height ?? 640 }}
    />
  );
}

interface Props {
  html: string;
  title: string;
  width?: number;
  height?: number;
  dark?: boolean;
}
