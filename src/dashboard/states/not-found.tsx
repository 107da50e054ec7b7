import { Nothing } from './nothing.tsx';
import { useStateText } from './texts.ts';

/** An address that leads nowhere, or to a row that is not there. */
export function NotFound() {
  const say = useStateText();
  return <Nothing title={say('notFound')}>{say('notFoundMore')}</Nothing>;
}
