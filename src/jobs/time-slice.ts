/** How long one job keeps a worker before other jobs run. */
const SLICE_MS = 1_000;

/** Repeats `step` until there is no more to do or the time slice is over. Returns where to go on, if there is more. */
export async function forTimeSlice<Position>(
  from: Position,
  step: (position: Position) => Promise<Position | undefined>,
): Promise<Position | undefined> {
  const end = Date.now() + SLICE_MS;
  let position: Position | undefined = from;
  do position = await step(position);
  while (position && Date.now() < end);
  return position;
}
