import { useThrottledCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { EventRowFragment, EventStreamSubscription } from '../../../generated/dashboard/events.ts';

type Streamed = EventStreamSubscription['eventRecorded'];

/** The maximum number of events kept. */
const KEPT = 100;
/** New events are shown together at this interval. */
const SHOWN_MS = 250;

/**
 * Events as they come, the newest first. A paused stream holds new events: `waiting` counts them, up to the number kept, and
 * `turn` shows them and continues.
 */
export function useStream() {
  const arrived = useRef<EventRowFragment[]>([]);
  const [shown, setShown] = useState<EventRowFragment[]>([]);
  const [pending, setPending] = useState(0);
  const [paused, setPaused] = useState(false);
  const isPaused = useRef(false);
  const show = useThrottledCallback(() => {
    if (isPaused.current) setPending(arrived.current.length);
    else {
      const newEvents = arrived.current;
      arrived.current = [];
      if (newEvents.length > 0) setShown((before) => [...newEvents, ...before].slice(0, KEPT));
    }
  }, SHOWN_MS);
  useEffect(() => {
    isPaused.current = paused;
    show();
  }, [paused, show]);
  const take = ({ key: id, ...event }: Streamed) => {
    arrived.current = [{ id, ...event }, ...arrived.current].slice(0, KEPT);
    show();
  };
  const turn = () => {
    setPaused(!paused);
    setPending(0);
  };
  return { shown, pending, paused, take, turn, isFull: pending >= KEPT };
}
