import { useElementSize, useMergedRef } from '@mantine/hooks';
import type { Ref } from 'react';
import { MailFrame } from './mail-frame.tsx';
import classes from './mail-picture.module.css';

/** In pixels, before it is made small. */
const WIDTH = 640;
const HEIGHT = 720;

interface Props {
  /** Of the whole e-mail. Undefined until it is read. */
  html: string | undefined;
  /** For screen readers. */
  title: string;
  className?: string | undefined;
  ref?: Ref<HTMLDivElement>;
}

/** An e-mail drawn small. Its height is fixed, so that nothing moves when the e-mail arrives. */
export function MailPicture({ html, title, className = '', ref }: Props) {
  const { ref: sized, width } = useElementSize();
  return (
    <div ref={useMergedRef(sized, ref ?? null)} className={`${classes.picture} ${className}`} inert>
      {html && (
        <div className={classes.small} style={{ transform: `scale(${width / WIDTH})` }}>
          <MailFrame html={html} title={title} width={WIDTH} height={HEIGHT} />
        </div>
      )}
    </div>
  );
}
